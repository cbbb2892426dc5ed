import { changedFields } from '#contract/changed-fields.ts'
import type { CurrentValue } from '#contract/refusal.ts'
import { ApiFailure } from '#web/api/request.ts'

export type EditConflict = ReadonlyMap<string, CurrentValue>

export function changeOf<Fields extends object>(
  loaded: Fields,
  typed: Fields,
): Partial<Fields> & { base: Partial<Fields> } {
  const changed = changedFields(loaded, typed)
  const base: Partial<Fields> = {}
  for (const name in changed) base[name] = loaded[name]
  return { ...changed, base }
}

/** The conflicts that a refusal names; none if it was refused for another reason. */
export function conflictIn(failure: Error | null): EditConflict {
  const problems = failure instanceof ApiFailure ? (failure.refusal.problems ?? []) : []
  return new Map(
    problems.flatMap(({ field, current }) => (current === undefined ? [] : [[field, current]])),
  )
}

export function takeTheirs<Typed extends object>(
  typed: Typed,
  conflict: EditConflict,
  taken: ReadonlySet<string>,
): Typed {
  const values = [...conflict].filter(([field]) => taken.has(field))
  return {
    ...typed,
    ...Object.fromEntries(values.map(([field, current]) => [field, asTyped(current)])),
  }
}

function asTyped(current: CurrentValue): string | boolean {
  return typeof current === 'boolean' ? current : String(current ?? '')
}
