import type { DeskPlace } from '#contract/calendar-places.ts'
import type { DeskRule } from '#contract/calendar-rules.ts'
import type { TaskAt } from '../shared/task-tab.tsx'

export type PlaceTask =
  | { kind: 'place'; place: DeskPlace | null }
  | { kind: 'rule'; place: DeskPlace; rule: DeskRule | null }
  | { kind: 'delete rule'; rule: DeskRule }
  | { kind: 'retire'; place: DeskPlace }

/** `new`, `3`, `3/retire`, `3/rule` for a new one, `rules/5` and `rules/5/delete`. */
export function placeTaskAt(path: string, places: readonly DeskPlace[]): TaskAt<PlaceTask> {
  if (path === 'new') return { task: { kind: 'place', place: null } }
  const [, isOfRule, id, ending] =
    /^(rules\/)?([1-9]\d{0,9})(?:\/(retire|rule|delete))?$/.exec(path) ?? []
  if (id === undefined) return null
  return (isOfRule ? ruleTask : placeTask)(places, Number(id), ending)
}

function placeTask(places: readonly DeskPlace[], id: number, ending = ''): TaskAt<PlaceTask> {
  const place = places.find((one) => one.id === id)
  if (!place) return 'gone'
  if (ending === 'rule') return { task: { kind: 'rule', place, rule: null } }
  return { task: { kind: ending === 'retire' ? 'retire' : 'place', place } }
}

function ruleTask(places: readonly DeskPlace[], id: number, ending = ''): TaskAt<PlaceTask> {
  for (const place of places) {
    const rule = place.rules.find((one) => one.id === id)
    if (rule && ending === 'delete') return { task: { kind: 'delete rule', rule } }
    if (rule) return { task: { kind: 'rule', place, rule } }
  }
  return 'gone'
}
