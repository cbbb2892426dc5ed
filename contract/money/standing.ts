import type { OrderStatus } from '../orders/order-status.ts'
import type { PaymentStatus } from '../orders/orders.ts'
import type { Cents } from './money.ts'

/** An order's line: `quantity` as placed, `returned` by refunds, `changed` by its changes. */
type Line = { quantity: number; returned: number; changed: number }

/** How many units stand: what is packed, handed out, and returned on cancelling. */
export function standingOf({ quantity, returned, changed }: Line): number {
  return quantity - returned + changed
}

type PricedLine = Line & { unit_cents: Cents; returned_cents: number; changed_cents: number }

/** The worth of a line's standing units, in cents. */
export function standingCentsOf(line: PricedLine): number {
  return line.quantity * line.unit_cents - line.returned_cents + line.changed_cents
}

/**
 * The worth of some of a line's standing units, in cents. Units may have come at different prices,
 * so each has an equal share, rounded down; the last ones take the rest.
 */
export function shareOf(standing: { quantity: number; cents: number }, units: number): number {
  const { quantity, cents } = standing
  // BigInt: cents times units of a large order exceed exact numbers.
  return units >= quantity ? cents : Number((BigInt(cents) * BigInt(units)) / BigInt(quantity))
}

export function formatProvided({
  quantity,
  standing,
}: {
  quantity: number
  standing: number
}): string {
  return `${quantity} ordered, ${standing} provided`
}

/** Nothing, or too little, is kept of these: refunded or on the way, never taken, or still due. */
const MONEY_RETURNED: readonly PaymentStatus[] = ['refunded', 'canceling', 'failed', 'unpaid']

/** Whether an order stands unpaid: think before handing it out. */
export function isUnpaid({
  status,
  paymentStatus,
}: {
  status: OrderStatus
  paymentStatus: PaymentStatus
}): boolean {
  return status !== 'cancelled' && MONEY_RETURNED.includes(paymentStatus)
}
