import type { OrderStatus } from './order-status.ts'
import type { PaymentStatus } from './orders.ts'

type Line = { quantity: number; returned: number }

/** How many of a line still stand: what is packed, handed out and put back when the order is cancelled. */
export function standingOf({ quantity, returned }: Line): number {
  return quantity - returned
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

/** Payments of which nothing is kept: given back whole, on their way back, or never taken. */
const MONEY_RETURNED: readonly PaymentStatus[] = ['refunded', 'canceling', 'failed']

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
