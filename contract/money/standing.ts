import type { OrderStatus } from '../orders/order-status.ts'
import type { PaymentStatus } from '../orders/orders.ts'
import type { Cents } from './money.ts'

/** `quantity` as placed, `returned` by refunds, `changed` by later changes. */
type Line = { quantity: number; returned: number; changed: number }

export function standingOf({ quantity, returned, changed }: Line): number {
  return quantity - returned + changed
}

type PricedLine = Line & { unit_cents: Cents; returned_cents: number; changed_cents: number }

export function standingCentsOf(line: PricedLine): number {
  return line.quantity * line.unit_cents - line.returned_cents + line.changed_cents
}

/** In cents. Units may vary in price, so shares are equal, rounded down; the last get the rest. */
export function shareOf(standing: { quantity: number; cents: number }, units: number): number {
  const { quantity, cents } = standing
  // BigInt: cents times units can exceed exact numbers.
  return units >= quantity ? cents : Number((BigInt(cents) * BigInt(units)) / BigInt(quantity))
}

export function formatProvided(line: { quantity: number; standing: number }): string {
  return `${line.quantity} ordered, ${line.standing || 'none'} provided`
}

/** Little or none of the money is kept: refunded or on its way back, never taken, or still due. */
const MONEY_RETURNED: readonly PaymentStatus[] = ['refunded', 'canceling', 'failed', 'unpaid']

export function isUnpaid({
  status,
  paymentStatus,
}: {
  status: OrderStatus
  paymentStatus: PaymentStatus
}): boolean {
  return status !== 'cancelled' && MONEY_RETURNED.includes(paymentStatus)
}
