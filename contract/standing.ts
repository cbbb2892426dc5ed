import type { Cents } from './money.ts'
import type { OrderStatus } from './order-status.ts'
import type { PaymentStatus } from './orders.ts'

/** A line of an order: `quantity` as it was placed, `returned` by refunds, `changed` by the order's changes. */
type Line = { quantity: number; returned: number; changed: number }

/** How many of a line still stand: what is packed, handed out and put back when the order is cancelled. */
export function standingOf({ quantity, returned, changed }: Line): number {
  return quantity - returned + changed
}

type PricedLine = Line & { unit_cents: Cents; returned_cents: number; changed_cents: number }

/** What the standing units of a line are worth, in cents: 0 where none stands. */
export function standingCentsOf(line: PricedLine): number {
  return line.quantity * line.unit_cents - line.returned_cents + line.changed_cents
}

/**
 * What so many of a line's standing units are worth, in cents. Units of one line may have come at
 * different prices, so each has an equal share, rounded down, and the last ones take the rest.
 */
export function shareOf(standing: { quantity: number; cents: number }, units: number): number {
  const { quantity, cents } = standing
  // BigInt: cents times units of a large order are more than a number holds exactly.
  return units >= quantity ? cents : Number((BigInt(cents) * BigInt(units)) / BigInt(quantity))
}

export function formatStanding({
  quantity,
  standing,
}: {
  quantity: number
  standing: number
}): string {
  return `${quantity} ordered, ${standing} provided`
}

/**
 * Payments of which nothing is kept, or not all there should be:
 * given back whole, on their way back, never taken, or still due.
 */
const MONEY_RETURNED: readonly PaymentStatus[] = ['refunded', 'canceling', 'failed', 'unpaid']

/** Whether an order stands although nobody has paid for it: it must not be handed out without a thought. */
export function isUnpaid({
  status,
  paymentStatus,
}: {
  status: OrderStatus
  paymentStatus: PaymentStatus
}): boolean {
  return status !== 'cancelled' && MONEY_RETURNED.includes(paymentStatus)
}
