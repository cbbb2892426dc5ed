import { MAX_UNITS } from '#contract/products/unit-counts.ts'
import { typedNumber } from '#contract/text/typed-numbers.ts'

/** 0 if empty; null unless it is a whole number of 0 or more. */
export function parseUnits(text: string): number | null {
  if (text.trim() === '') return 0
  const units = typedNumber(text)
  return Number.isInteger(units) && units >= 0 && units <= MAX_UNITS ? units : null
}

export type TypedUnits = Readonly<Record<string, string>>

export function isFilled(typed: TypedUnits): boolean {
  const units = Object.values(typed).map(parseUnits)
  return units.every((one) => one !== null) && units.some((one) => one !== null && one > 0)
}
