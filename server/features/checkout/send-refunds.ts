import { write } from '#server/db/write.ts'
import { queueMail } from '#server/features/mail/outbox.ts'
import {
  type PaymentProvider,
  type ProviderRefund,
  ProviderRefusal,
} from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { matchRefunds, type Outcome, outcomeOf, remoteOf } from './match-refunds.ts'
import { findPayment, findPaymentOfOrder, type PaymentRow } from './payment-record.ts'
import { answerInTime, callAgain, providerOf } from './provider-calls.ts'
import { allRefunds, type RefundRow } from './refund-record.ts'

export async function sendRefunds(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (!payment?.intent_id) return
  const refunds = await allRefunds(shop.db, paymentId)
  if (refunds.some(({ state }) => state !== 'failed'))
    await settleRefunds(shop, payment, payment.intent_id)
}

/**
 * Settles a captured payment's refunds with its provider: records what was refunded there, the
 * owner's own included, then sends what the shop still wants. A refund without a clear answer stays
 * decided and holds up no other.
 */
export async function settleRefunds(
  shop: Shop,
  payment: PaymentRow,
  intentId: string,
): Promise<void> {
  const provider = providerOf(shop, payment)
  const look = async () => matchRefunds(shop, payment, await provider.listRefunds(intentId))
  for (const refund of await look()) {
    try {
      await sendRefund(shop, refund, { provider, intentId, look })
    } catch (error) {
      shop.report('give money back', error)
    }
  }
  shop.sendMails()
}

/** Records what the provider lists; without an answer in time, our own rows count. */
export async function updateRefunds(shop: Shop, orderId: number): Promise<void> {
  const payment = await findPaymentOfOrder(shop.db, orderId)
  if (payment?.state !== 'captured' || !payment.intent_id) return
  try {
    const listed = await answerInTime(providerOf(shop, payment).listRefunds(payment.intent_id))
    await matchRefunds(shop, payment, listed)
  } catch (error) {
    shop.report('look for refunds', error)
  }
}

type RefundCalls = { provider: PaymentProvider; intentId: string; look: () => Promise<RefundRow[]> }

/** A refusal may mean that money was refunded there: then only the rest is sent. */
async function sendRefund(shop: Shop, refund: RefundRow, calls: RefundCalls): Promise<void> {
  const answer = await callProvider(shop, refund, calls)
  if (!(answer instanceof ProviderRefusal)) return settleRefund(shop, refund, outcomeOf(answer))
  const standing = (await calls.look()).find(({ id }) => id === refund.id)
  if (!standing) return
  if (standing.amount_cents < refund.amount_cents) return sendRefund(shop, standing, calls)
  await settleRefund(shop, refund, { state: 'failed', error_message: answer.message })
}

async function callProvider(
  shop: Shop,
  refund: RefundRow,
  { provider, intentId }: RefundCalls,
): Promise<ProviderRefund | ProviderRefusal> {
  const { id, amount_cents: amount, retries } = refund
  const order = { intentId, amount, metadata: { shop: shop.id, refund: id } }
  const name = retries === 0 ? `rf:${id}` : `rf:${id}:retry${retries}`
  const look = async () => remoteOf(refund, await provider.listRefunds(intentId))
  try {
    return await callAgain({ name, call: (key) => provider.refund(order, key), look })
  } catch (error) {
    if (error instanceof ProviderRefusal) return error
    throw error
  }
}

type Settlement = Outcome | { state: 'failed'; error_message: string }

async function settleRefund(shop: Shop, refund: RefundRow, outcome: Settlement): Promise<void> {
  await write(shop.db, async (tx, emit) => {
    const at = shop.now()
    const settled = await tx
      .updateTable('refunds')
      .set({ ...outcome, touched_at: at.toISOString() })
      .where('id', '=', refund.id)
      .where('state', '=', 'requested')
      .where('retries', '=', refund.retries)
      .executeTakeFirst()
    const orderId = (await findPayment(tx, refund.payment_id))?.order_id
    if (settled.numUpdatedRows === 0n || !orderId) return
    emit({ kind: 'orders', orderId })
    if (outcome.state === 'succeeded')
      await queueMail(tx, { kind: 'refunded', orderId, refundId: refund.id }, at)
  })
}
