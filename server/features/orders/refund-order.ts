import { type Cents, formatDollars, toDollars } from '#contract/money/money.ts'
import type { Refund, RefundDraft } from '#contract/money/refunds.ts'
import { recordChange } from '#server/core/audit.ts'
import { noSuch, Refusal } from '#server/core/refusal.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { raiseRevision } from '#server/features/checkout/order-record.ts'
import { lockPaymentOfOrder, type PaymentRow } from '#server/features/checkout/payment-record.ts'
import {
  refundableCents,
  requestRefund,
  sendRefunds,
  updateRefunds,
} from '#server/features/checkout/send-refunds.ts'
import type { Shop } from '#server/shop.ts'
import { findRefund, lockOrderAndPayment } from './order-queries.ts'
import { newsOfGoods, returnPart } from './order-stock.ts'

/**
 * Refunds part of an order, once, and removes the named goods. Never refunds more than was
 * captured. Without an answer from the provider, the refund stays decided and is retried.
 * @throws Refusal 'not-found', 'refund-impossible'
 */
export async function refundOrder(
  shop: Shop,
  orderId: number,
  draft: RefundDraft,
): Promise<Refund> {
  await updateRefunds(shop, orderId)
  const { refundId, paymentId } = await write(shop.db, (tx, emit) =>
    requestInside(tx, emit, { orderId, draft, at: shop.now() }),
  )
  await shop.later('give money back', () => sendRefunds(shop, paymentId))
  const refund = await findRefund(shop.db, refundId)
  // Dropped: the owner already refunded it at the provider.
  if (!refund) throw impossible('This was already refunded at the card provider.')
  return refund
}

type RefundRequest = { orderId: number; draft: RefundDraft; at: Date }

async function requestInside(tx: Db, emit: Emit, { orderId, draft, at }: RefundRequest) {
  const { order, payment } = await lockOrderAndPayment(tx, orderId, at)
  if (!payment)
    throw impossible(
      `Order #${orderId} was not paid by card. Under Payment, note what you give back.`,
    )
  if (draft.id && (await isKnown(tx, payment.id, { id: draft.id, amount: draft.amount })))
    return { refundId: draft.id, paymentId: payment.id }
  await checkRoom(tx, payment, draft.amount)
  const productIds = await returnPart(tx, order, draft, at)
  const { id, amount, reason, restock, missing } = draft
  const part = { id, amount, reason, restock: productIds.length > 0 }
  const refundId = await requestRefund(tx, payment.id, part, at)
  const after = { refund: refundId, amount: toDollars(amount), reason, restock, missing }
  await recordChange(tx, { action: 'refunded', subject: `order:${orderId}`, after }, at)
  const changed = [...productIds, ...(missing ?? []).map(({ productId }) => productId)]
  if (changed.length > 0) {
    // Makes forms that still show the old goods fail to save.
    await raiseRevision(tx, orderId)
    emit({ kind: 'stock', productIds: changed })
  }
  emit(newsOfGoods(order, changed.length > 0))
  return { refundId, paymentId: payment.id }
}

/** @throws Refusal 'refund-impossible' if this ID has another order or amount */
async function isKnown(tx: Db, paymentId: string, { id, amount }: { id: string; amount: Cents }) {
  const known = tx.selectFrom('refunds').select(['payment_id', 'amount_cents']).where('id', '=', id)
  const row = await known.executeTakeFirst()
  if (!row) return false
  if (row.payment_id !== paymentId) throw impossible('This refund belongs to another order.', 'id')
  if (row.amount_cents === amount) return true
  const given = formatDollars(row.amount_cents)
  const asked = `This refund was already requested, with ${given}.`
  throw impossible(`${asked} Please check the order.`, 'id')
}

/**
 * Locks the payment, so that concurrent refunds are counted one by one.
 * @throws Refusal 'refund-impossible'
 */
async function checkRoom(tx: Db, payment: PaymentRow, amount: Cents): Promise<void> {
  if (payment.state !== 'captured')
    throw impossible('This order was never charged, so there is nothing to refund.')
  const left = await refundableCents(tx, payment)
  if (amount > left)
    throw impossible(`Only ${formatDollars(left)} of this order is left to refund.`, 'amount')
}

function impossible(message: string, field?: string): Refusal {
  return new Refusal('refund-impossible', message, field ? { field } : {})
}

/**
 * Retries under the provider's next key; stock stays returned. Pending or done ones return as is.
 * @throws Refusal 'not-found', 'refund-impossible' if its money was refunded otherwise
 */
export async function retryRefund(shop: Shop, id: string): Promise<Refund> {
  const paymentId = await write(shop.db, (tx, emit) => retryInside(tx, emit, id, shop.now()))
  await shop.later('give money back', () => sendRefunds(shop, paymentId))
  return (await findRefund(shop.db, id)) ?? noSuch(REFUND)
}

async function retryInside(tx: Db, emit: Emit, id: string, at: Date): Promise<string> {
  const orderId = await orderOfRefund(tx, id)
  const payment = await lockPaymentOfOrder(tx, orderId, at)
  const row = await tx.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  if (!payment || !row) return noSuch(REFUND)
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
  const after = { state: 'requested' }
  await recordChange(tx, { action: 'retried', subject: `refund:${id}`, before, after }, at)
  emit({ kind: 'orders', orderId })
  return payment.id
}

async function orderOfRefund(tx: Db, id: string): Promise<number> {
  const refunds = tx.selectFrom('refunds').innerJoin('payments', 'payments.id', 'payment_id')
  const row = await refunds.select('order_id').where('refunds.id', '=', id).executeTakeFirst()
  return row?.order_id ?? noSuch(REFUND)
}

const REFUND = 'such refund'
