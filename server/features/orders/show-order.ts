import type { OrderDetail } from '#contract/desk-orders.ts'
import { type Cents, toDollars } from '#contract/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { findPaymentOfOrder } from '#server/features/checkout/payment-record.ts'
import { refundedCents } from '#server/features/checkout/refund-record.ts'
import { eventsOf } from './order-events.ts'
import { listHistory } from './order-history-queries.ts'
import { findOrder } from './order-queries.ts'

/** One order with its payment at the provider and all that happened to it. @throws Refusal 'not-found' */
export async function showOrder(db: Db, id: number): Promise<OrderDetail> {
  const order = await findOrder(db, id)
  if (!order) throw new Refusal('not-found', `There is no order #${id}.`)
  const refundIds = order.refunds.map((refund) => refund.id)
  return {
    ...order,
    isErased: order.customerEmail === '',
    payment: await paymentOf(db, id),
    history: eventsOf(order, await listHistory(db, id, refundIds)),
  }
}

async function paymentOf(db: Db, orderId: number): Promise<OrderDetail['payment']> {
  const payment = await findPaymentOfOrder(db, orderId)
  if (!payment) return { provider: 'sandbox', reference: null, left: 0 }
  const left = payment.state === 'captured' ? payment.captured_cents - (await refundedCents(db, payment.id)) : 0
  return { provider: payment.provider, reference: payment.intent_id, left: toDollars(left as Cents) }
}
