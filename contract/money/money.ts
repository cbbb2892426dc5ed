import type { z } from 'zod/mini'

/** Whole US cents; dollars exist only at the shop's edges. */
export type Cents = number & z.$brand<'Cents'>

/** The largest price or line the shop accepts, in cents ($100,000.00). */
export const MAX_AMOUNT = 10_000_000 as Cents

/** The largest amount the card provider charges at once, in cents (eight digits). */
export const MAX_CHARGE = 99_999_999 as Cents

/** The least amount the card provider charges, in cents ($0.50). */
export const MIN_CHARGE = 50 as Cents

// Needs a digit before or after the point: `.5` and `5.` are 0.50 and 5.00.
const DOLLARS = /^(-?)(?=\.?\d)(\d{0,9})(?:\.(\d{0,2})0*)?$/

/** Marks a whole number as cents. @throws RangeError for any other */
export function cents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`Not a whole number of cents: ${amount}`)
  return amount as Cents
}

/** Without floating point. Null if it isn't an amount or has more than two decimals. */
export function parseDollars(dollars: number | string): Cents | null {
  const match = DOLLARS.exec(typeof dollars === 'number' ? String(dollars) : dollars.trim())
  if (!match) return null
  const [, sign, whole, fraction = ''] = match
  const amount = Number(whole) * 100 + Number(fraction.padEnd(2, '0'))
  return cents(sign ? 0 - amount : amount)
}

/** Cents of an amount from the server. @throws RangeError if it isn't one */
export function toCents(dollars: number | string): Cents {
  const amount = parseDollars(dollars)
  if (amount === null) throw new RangeError(`Not an amount in dollars: ${dollars}`)
  return amount
}

/** Rounds a client's claim, which may be a floating-point sum. */
export function nearestCents(claim: number | string): number {
  return Math.round(Number(claim) * 100)
}

export function toDollars(amount: Cents): number {
  return amount / 100
}

/** `$1,234.50`: always two decimals. */
export function formatDollars(amount: Cents): string {
  const whole = withThousands(Math.trunc(Math.abs(amount) / 100))
  return `${amount < 0 ? '-' : ''}$${whole}.${String(Math.abs(amount) % 100).padStart(2, '0')}`
}

/** Like `formatDollars`, for an amount in dollars. @throws RangeError if it isn't one */
export function formatMoney(dollars: number | string): string {
  return formatDollars(toCents(dollars))
}

export function times(price: Cents, quantity: number): Cents {
  return cents(price * quantity)
}

export function sum(...amounts: Cents[]): Cents {
  return cents(amounts.reduce((total, amount) => total + amount, 0))
}

const GROUPED = new Intl.NumberFormat('en-US')

export function withThousands(whole: number): string {
  return GROUPED.format(whole)
}
