import { MAX_UNITS } from '#contract/unit-counts.ts'

/** Units as they were typed; null for what is no whole number of 0 or more, 0 for nothing. */
export function parseUnits(text: string): number | null {
  const trimmed = text.trim()
  if (trimmed === '') return 0
  if (!/^\d{1,6}$/.test(trimmed)) return null
  const units = Number(trimmed)
  return units <= MAX_UNITS ? units : null
}

export type TypedUnits = Readonly<Record<string, string>>

/** Whether each of them is a number, and one at least is more than none. */
export function isFilled(typed: TypedUnits): boolean {
  const units = Object.values(typed).map(parseUnits)
  return units.every((one) => one !== null) && units.some((one) => one !== null && one > 0)
}
