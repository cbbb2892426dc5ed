import { z } from 'zod/mini'
import { type Cents, cents, formatMoney } from '../money/money.ts'
import { formatList } from '../text/format-list.ts'

/**
 * For an order paid without a card, in dollars. Negative `due`: to give back. `ways`: how the money
 * kept was taken. `snapDue`: what SNAP may still pay, once the shop says which goods are eligible.
 * `ebtPaid`: what SNAP paid minus what it got back, if anything.
 */
export const orderBalance = z.object({
  worth: z.number(),
  paid: z.number(),
  due: z.number(),
  ways: z.array(z.string()),
  snapDue: z.optional(z.number()),
  ebtPaid: z.optional(z.number()),
})
export type OrderBalance = z.output<typeof orderBalance>

/** In cents. `worth`: the total with changes (0 once cancelled). */
export type Money = { worth: Cents; paid: Cents }

export function dueOf({ worth, paid }: Money): Cents {
  return cents(worth - paid)
}

/** `Due $18.00`, `Due $8.00 of $18.00`, `Paid by Cash`, `Give back $2.00`; for the buyer, `We owe you $2.00`. */
export function formatBalance(balance: OrderBalance, reader: 'desk' | 'buyer' = 'desk'): string {
  const { due, worth, paid, ways } = balance
  if (due < 0) {
    const back = formatMoney(-due)
    return reader === 'desk' ? `Give back ${back}` : `We owe you ${back}`
  }
  if (due > 0) return `Due ${formatMoney(due)}${paid > 0 ? ` of ${formatMoney(worth)}` : ''}`
  return ways.length > 0 ? `Paid by ${formatList(ways)}` : 'Nothing to pay'
}

export function formatDue({ due, paid }: OrderBalance): string {
  const amount = formatMoney(due)
  return paid > 0 ? `${amount} DUE` : `NOT PAID: ${amount}`
}
