import type { Refund } from '#contract/refunds.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import { findPayment, lockPaymentOfOrder } from '#server/features/checkout/payment-record.ts'
import { sendRefunds } from '#server/features/checkout/refunds.ts'
import type { Shop } from '#server/shop.ts'
import { findRefund } from './order-queries.ts'
import { checkRoom } from './refund-order.ts'

/**
 * Asks once more for a refund that failed, under the provider's next key; the stock it brought back stays as it is. One that is
 * on its way or done is answered as it stands. @throws Refusal 'not-found', 'refund-impossible' when its money was given back otherwise
 */
export async function retryRefund(shop: Shop, id: string): Promise<Refund> {
  const paymentId = await write(shop.db, (tx, emit) => decide(tx, emit, id, shop.now()))
  await shop.later('give money back', () => sendRefunds(shop, paymentId))
  return requireRefund(shop.db, id)
}

async function decide(tx: Db, emit: Emit, id: string, at: Date): Promise<string> {
  const orderId = await orderOfRefund(tx, id)
  const payment = await lockPaymentOfOrder(tx, orderId, at)
  const row = await tx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!payment || !row) throw missing()
  if (row.state !== 'failed') return payment.id
  await checkRoom(tx, payment, row.amount_cents)
  const again = {
    state: 'requested',
    error_message: null,
    provider_refund_id: null,
    touched_at: at.toISOString(),
  } as const
  await tx
    .updateTable('refunds')
    .set({ ...again, retries: row.retries + 1 })
    .where('id', '=', id)
    .execute()
  const before = { state: row.state, error: row.error_message, provider: row.provider_refund_id }
  await recordChange(tx, { action: 'retried', subject: `refund:${id}`, before, after: { state: 'requested' } }, at)
  emit({ kind: 'orders', orderId })
  return payment.id
}

async function orderOfRefund(tx: Db, id: string): Promise<number> {
  const row = await tx.selectFrom('refunds').select('payment_id').where('id', '=', id).executeTakeFirst()
  const payment = row && (await findPayment(tx, row.payment_id))
  if (!payment?.order_id) throw missing()
  return payment.order_id
}

async function requireRefund(db: Db, id: string): Promise<Refund> {
  const refund = await findRefund(db, id)
  if (!refund) throw missing()
  return refund
}

function missing(): Refusal {
  return new Refusal('not-found', 'There is no such refund.')
}
