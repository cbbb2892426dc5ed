import { type Cents, cents, formatDollars } from '../money/money.ts'

export const WEIGHT_UNITS = ['lb', 'oz', 'kg', 'g'] as const
export type WeightUnit = (typeof WEIGHT_UNITS)[number]

/** `cents` per unit; `to`: the heaviest piece, in thousandths of the unit. */
export type Weigh = { unit: WeightUnit; cents: Cents; to: number }

/** At this many times the heaviest piece's weight, a weight must be confirmed. */
const UNUSUAL = 25

/** What one piece is charged before weighing: the most it can cost, rounded up to the cent. */
export function topPrice({ cents: rate, to }: Pick<Weigh, 'cents' | 'to'>): Cents {
  return cents(Number((BigInt(rate) * BigInt(to) + 999n) / 1000n))
}

export function priceOfWeight(rate: Cents, thousandths: number): Cents {
  return cents(Number((BigInt(rate) * BigInt(thousandths) + 500n) / 1000n))
}

/** Too heavy for this many pieces: a decimal point may be missing. */
export function isUnusual({ to }: Pick<Weigh, 'to'>, units: number, thousandths: number): boolean {
  return thousandths >= to * units * UNUSUAL
}

export function formatWeight(thousandths: number, unit: WeightUnit): string {
  return `${thousandths / 1000} ${unit}`
}

export function formatRate({ cents: rate, unit }: Pick<Weigh, 'cents' | 'unit'>): string {
  return `${formatDollars(rate)}/${unit}`
}

export function formatWeighed(weigh: Weigh): string {
  return `up to ${formatDollars(topPrice(weigh))} each · ${formatRate(weigh)} · you pay for what it weighs`
}

type Weighing = {
  thousandths: number | null
  cents: number
  unit: WeightUnit
  rate: Cents
  most: number
}

/**
 * `3.85 lb at $6.00/lb: $23.10` or `9.5 lb at $6.00/lb: no more than $24.00`; just the amount if
 * that was typed.
 */
export function formatWeighing({ thousandths, cents: amount, unit, rate, most }: Weighing): string {
  const sum =
    amount > most ? `no more than ${formatDollars(cents(most))}` : formatDollars(cents(amount))
  if (thousandths === null) return `by weight: ${sum}`
  return `${formatWeight(thousandths, unit)} at ${formatRate({ cents: rate, unit })}: ${sum}`
}
