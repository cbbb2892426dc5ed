import type { OrderStatus } from './order-status.ts'
import type { PaymentStatus } from './orders.ts'

/** Payments of which nothing is kept: given back whole, on their way back, or never taken. */
const MONEY_RETURNED: readonly PaymentStatus[] = ['refunded', 'canceling', 'failed']

/** Whether an order stands although nobody has paid for it: it must not be handed out without a thought. */
export function isUnpaid({ status, paymentStatus }: { status: OrderStatus; paymentStatus: PaymentStatus }): boolean {
  return status !== 'cancelled' && MONEY_RETURNED.includes(paymentStatus)
}
