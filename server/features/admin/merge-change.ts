import { changedFields, changedMeanwhile } from '#contract/changes.ts'
import type { CurrentValue, Problem } from '#contract/refusal.ts'
import { Refusal } from '#server/http/errors.ts'

/** How a refusal names a field, such as `price`, and says its value where digits alone would not do. */
export type FieldWords = { name: string; say?: (value: CurrentValue) => string }

type Standing = {
  /** What the sender had loaded; without it the change is taken as it is. */
  base: object | undefined
  /** What is stored now, in the units of the change. */
  stored: object
  /** The same as answers show it, where those are others. */
  shown?: object
  words: Record<string, FieldWords>
}

/** So much of a newer text is told in a sentence, in characters. */
const MAX_TOLD = 60

/**
 * What of a change is really one: the fields that differ from what its sender had loaded. Ask it in the transaction that writes,
 * once the row is locked. @throws Refusal 'changed-meanwhile' with the newer value of every field that others changed
 */
export function mergeChange<Change extends object>(
  change: Change,
  { base, stored, shown = stored, words }: Standing,
): Partial<Change> {
  if (!base) return change
  const changed = changedFields(base, change)
  const current = new Map<string, unknown>(Object.entries(shown))
  const problems = changedMeanwhile(changed, { loaded: base, stored }).map((field) =>
    problemOf(field, asCurrent(current.get(field)), words[field] ?? { name: field }),
  )
  const [first] = problems
  if (!first) return changed
  const told = problems.map(({ message }) => message.slice(0, -1)).join('; ')
  throw new Refusal('changed-meanwhile', `Nothing was saved because someone changed this in the meantime: ${told}.`, {
    field: first.field,
    problems,
  })
}

function problemOf(field: string, current: CurrentValue, { name, say = sayValue }: FieldWords): Problem {
  return { field, current, message: `The ${name} is now ${say(current)}.` }
}

function asCurrent(value: unknown): CurrentValue {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function sayValue(value: CurrentValue): string {
  if (value === null || value === '') return 'empty'
  if (typeof value !== 'string') return String(value)
  const text = value.length > MAX_TOLD ? `${value.slice(0, MAX_TOLD).trimEnd()}…` : value
  return `“${text.toWellFormed()}”`
}
