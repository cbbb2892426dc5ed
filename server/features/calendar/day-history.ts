import type { ActionOn } from '#contract/history.ts'
import type { Change, States } from '#server/core/audit.ts'
import type { Place } from './calendar-queries.ts'
import type { DayWithPlace } from './choose-day.ts'

export function subjectOfDay(id: number) {
  return `day:${id}` as const
}

export function changeOfDay(
  { id, day, place }: DayWithPlace,
  { action, before, after }: { action: ActionOn<'day'> } & States,
): Change {
  const named = { ...after, day, place: place.name }
  return { action, subject: subjectOfDay(id), before, after: named }
}

export function nameItsPlace({ before, after, ...change }: Change, places: readonly Place[]) {
  const named = (state: object | null) => {
    if (state === null || !('placeId' in state)) return state
    return { ...state, place: places.find(({ id }) => id === state.placeId)?.name ?? null }
  }
  return { ...change, before: named(before), after: named(after) }
}
