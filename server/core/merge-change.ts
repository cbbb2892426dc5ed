import { changedFields, conflictingFields } from '#contract/changed-fields.ts'
import type { Fields } from '#contract/fields.ts'
import { formatDollars, parseDollars } from '#contract/money/money.ts'
import type { CurrentValue, Problem } from '#contract/refusal.ts'
import { invalidField, Refusal } from './refusal.ts'

type FieldLabel = { name: string; format?: (value: CurrentValue) => string }

type StoredValues = {
  /** What the sender loaded; without it, the change is applied as is. */
  base: object | undefined
  stored: object
  shown?: object
  labels: Record<string, FieldLabel>
}

const MAX_SHOWN = 60

/**
 * Returns the fields that really changed. Call it in the writing transaction, with the row locked.
 * @throws Refusal 'changed-meanwhile' with the newer value of every field that others changed
 */
export function mergeChange<Change extends object>(
  change: Change,
  { base, stored, shown = stored, labels }: StoredValues,
): Partial<Change> {
  if (!base) return change
  const changed = changedFields(base, change)
  const current = new Map<string, unknown>(Object.entries(shown))
  const problems = conflictingFields(changed, { loaded: base, stored }).map((field) =>
    problemOf(field, asCurrent(current.get(field)), labels[field] ?? { name: field }),
  )
  const [first] = problems
  if (!first) return changed
  const list = problems.map(({ message }) => message.slice(0, -1)).join('; ')
  throw new Refusal(
    'changed-meanwhile',
    `Nothing was saved because someone changed this in the meantime: ${list}.`,
    {
      field: first.field,
      problems,
    },
  )
}

export function labelsOf(fields: Fields): Record<string, FieldLabel> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, { kind, label, noun, formatNewer }]) => {
      const format = formatNewer ?? FORMATS[kind]
      return [field, { name: noun ?? label.toLowerCase(), ...(format ? { format } : {}) }]
    }),
  )
}

const FORMATS: Partial<Record<Fields[string]['kind'], (value: CurrentValue) => string>> = {
  markup: () => 'another one',
  dollars: (value) => {
    const amount = parseDollars(Number(value))
    return amount === null ? `$${value}` : formatDollars(amount)
  },
}

/** A body may repeat the ID in the path. @throws Refusal 'invalid' if they differ */
export function refuseOtherId(claimed: number | undefined, id: number): void {
  if (claimed !== undefined && claimed !== id)
    throw invalidField('id', 'The id does not match the address.')
}

function problemOf(
  field: string,
  current: CurrentValue,
  { name, format = formatValue }: FieldLabel,
): Problem {
  return { field, current, message: `The ${name} is now ${format(current)}.` }
}

function asCurrent(value: unknown): CurrentValue {
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : null
}

function formatValue(value: CurrentValue): string {
  if (value === null || value === '') return 'empty'
  if (typeof value !== 'string') return String(value)
  const text = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN).trimEnd()}…` : value
  return `“${text.toWellFormed()}”`
}
