import type { z } from 'zod/mini'
import { withThousands } from '../money/money.ts'

/** Whole thousandths of a cup, a gram or a piece, so that recipes add them up without loss. */
export type Thousandths = number & z.$brand<'Thousandths'>

export const MAX_QUANTITY = 100_000_000 as Thousandths

const QUANTITY = /^(?=\.?\d)(\d{0,6})(?:\.(\d{0,3})0*)?$/

/** Digit by digit, from 0.125 or "2.5"; null if negative, too precise, or not a number. */
export function parseQuantity(quantity: number | string): Thousandths | null {
  const match = QUANTITY.exec(typeof quantity === 'number' ? String(quantity) : quantity.trim())
  if (!match) return null
  const [, whole, fraction = ''] = match
  return (Number(whole) * 1000 + Number(fraction.padEnd(3, '0'))) as Thousandths
}

/** @throws RangeError if it isn't a quantity */
export function toThousandths(quantity: number | string): Thousandths {
  const amount = parseQuantity(quantity)
  if (amount === null) throw new RangeError(`Not a quantity: ${quantity}`)
  return amount
}

export function toQuantity(amount: Thousandths): number {
  return amount / 1000
}

/** `1,250.5`: up to three decimals, no trailing zeros. */
export function formatQuantity(amount: Thousandths): string {
  const whole = withThousands(Math.trunc(amount / 1000))
  const fraction = String((amount % 1000) / 1000).slice('0.'.length)
  return fraction ? `${whole}.${fraction}` : whole
}
