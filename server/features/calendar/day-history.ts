import type { Change } from '#server/core/audit.ts'
import type { Place } from './calendar-queries.ts'
import type { DayWithPlace } from './find-day.ts'

/** Whose history that of a market day is. */
export function subjectOfDay(id: number): string {
  return `day:${id}`
}

/** A change of a day for the history, which says of which place it was. */
export function changeOfDay(
  { id, day, place }: DayWithPlace,
  { action, before, after }: Omit<Change, 'subject'>,
): Change {
  const named = { ...after, day, place: place.name }
  return { action, subject: subjectOfDay(id), before, after: named }
}

/** The same for what was stored of a place: a rule or a closure; one of all places names none. */
export function nameItsPlace({ before, after, ...change }: Change, places: readonly Place[]) {
  const named = (state: object | null) => {
    if (state === null || !('placeId' in state)) return state
    return { ...state, place: places.find(({ id }) => id === state.placeId)?.name ?? null }
  }
  return { ...change, before: named(before), after: named(after) }
}
