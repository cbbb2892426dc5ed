import { type Cents, cents, formatDollars } from '../money/money.ts'

export const WEIGHT_UNITS = ['lb', 'oz', 'kg', 'g'] as const
export type WeightUnit = (typeof WEIGHT_UNITS)[number]

/** Sold by weight: cents for a unit, and the heaviest piece in thousandths of it. */
export type Weigh = { unit: WeightUnit; cents: Cents; to: number }

/** A weight this many times the heaviest piece must be confirmed. */
const UNUSUAL = 25

/** The highest price of one, charged before weighing, rounded up to the cent. */
export function topPrice({ cents: rate, to }: Pick<Weigh, 'cents' | 'to'>): Cents {
  return cents(Number((BigInt(rate) * BigInt(to) + 999n) / 1000n))
}

/** The price of a weight in thousandths, to the nearest cent. */
export function priceOfWeight(rate: Cents, thousandths: number): Cents {
  return cents(Number((BigInt(rate) * BigInt(thousandths) + 500n) / 1000n))
}

/** Whether this many pieces hardly weigh that much: a point may be missing. */
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
  /** The most one pays, whatever it weighs. */
  most: number
}

/**
 * `3.85 lb at $6.00/lb: $23.10`, and `9.5 lb at $6.00/lb: no more than $24.00`; the amount alone
 * where that was typed.
 */
export function formatWeighing({ thousandths, cents: amount, unit, rate, most }: Weighing): string {
  const sum =
    amount > most ? `no more than ${formatDollars(cents(most))}` : formatDollars(cents(amount))
  if (thousandths === null) return `by weight: ${sum}`
  return `${formatWeight(thousandths, unit)} at ${formatRate({ cents: rate, unit })}: ${sum}`
}
