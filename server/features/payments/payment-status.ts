import type { Cents } from '#contract/money.ts'
import type { PaymentStatus } from '#contract/orders.ts'
import type { PaymentState } from '#server/db/tables.ts'

/** The money's side of an order: its payment's state, and for a captured one what was given back of it. */
export function paymentStatus(payment: { state: PaymentState; captured: Cents; refunded: Cents }): PaymentStatus {
  if (payment.state === 'capturing') return 'authorized'
  if (payment.state === 'canceling') return 'canceling'
  if (payment.state !== 'captured') return 'failed'
  if (payment.refunded === 0) return 'completed'
  return payment.refunded < payment.captured ? 'partially_refunded' : 'refunded'
}
