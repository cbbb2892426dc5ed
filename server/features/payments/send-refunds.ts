import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { sendMails } from '#server/features/mail/send-mails.ts'
import { type PaymentProvider, type ProviderRefund, ProviderRefusal } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { answerWithin } from './answer-within.ts'
import { askAgain } from './ask-again.ts'
import { findPayment, findPaymentOfOrder, type PaymentRow } from './find-payment.ts'
import { followRefunds, outcomeOf, settledAs } from './follow-refunds.ts'
import { providerOf } from './provider-of.ts'
import { allRefunds, type RefundRow } from './refund-payment.ts'

/** Brings a payment's refunds in step with its provider, if the shop knows of any. */
export async function sendRefunds(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (!payment?.intent_id || !(await hasRefunds(shop.db, paymentId))) return
  await settleRefunds(shop, payment, payment.intent_id)
}

async function hasRefunds(db: Db, paymentId: string): Promise<boolean> {
  return (await allRefunds(db, paymentId)).some(({ state }) => state !== 'failed')
}

/**
 * Brings the refunds of a captured payment in step with its provider: what was given back there is written down first, also what the
 * owner did; then what the shop still wants is sent. One refund without a clear answer stays decided, to be asked again, and does
 * not hold up the others.
 */
export async function settleRefunds(shop: Shop, payment: PaymentRow, intentId: string): Promise<void> {
  const provider = providerOf(shop, payment)
  const look = async () => followRefunds(shop, payment, await provider.listRefunds(intentId))
  for (const refund of await look()) {
    try {
      await sendRefund(shop, refund, { provider, intentId, look })
    } catch (error) {
      shop.report('give money back', error)
    }
  }
  shop.later('send mails', () => sendMails(shop))
}

/** Writes down, before a refund of an order is decided, what its provider lists; without a clear answer in time it is decided on what the shop knows. */
export async function lookAtRefunds(shop: Shop, orderId: number): Promise<void> {
  const payment = await findPaymentOfOrder(shop.db, orderId)
  if (payment?.state !== 'captured' || !payment.intent_id) return
  try {
    const listed = await answerWithin(providerOf(shop, payment).listRefunds(payment.intent_id))
    await followRefunds(shop, payment, listed)
  } catch (error) {
    shop.report('look for refunds', error)
  }
}

type Way = { provider: PaymentProvider; intentId: string; look: () => Promise<RefundRow[]> }

/** A refusal may mean that money was given back there since the last look: then only the rest is asked for, if there is one. */
async function sendRefund(shop: Shop, refund: RefundRow, way: Way): Promise<void> {
  const answer = await askProvider(shop, refund, way)
  if (!(answer instanceof ProviderRefusal)) return settleRefund(shop, refund, settledAs(answer))
  const standing = (await way.look()).find(({ id }) => id === refund.id)
  if (!standing) return
  if (standing.amount_cents < refund.amount_cents) return sendRefund(shop, standing, way)
  await settleRefund(shop, refund, { state: 'failed', error_message: answer.message })
}

async function askProvider(
  shop: Shop,
  refund: RefundRow,
  { provider, intentId }: Way,
): Promise<ProviderRefund | ProviderRefusal> {
  const order = { intentId, amount: refund.amount_cents, metadata: { shop: shop.id, refund: refund.id } }
  const name = refund.retries === 0 ? `rf:${refund.id}` : `rf:${refund.id}:retry${refund.retries}`
  const made = async () => outcomeOf(refund, await provider.listRefunds(intentId))
  try {
    return await askAgain(name, (key) => provider.refund(order, key), made)
  } catch (error) {
    if (error instanceof ProviderRefusal) return error
    throw error
  }
}

type Outcome = ReturnType<typeof settledAs> | { state: 'failed'; error_message: string }

async function settleRefund(shop: Shop, refund: RefundRow, outcome: Outcome): Promise<void> {
  await write(shop.db, async (tx, tell) => {
    const settled = await tx
      .updateTable('refunds')
      .set({ ...outcome, touched_at: shop.now().toISOString() })
      .where('id', '=', refund.id)
      .where('state', '=', 'requested')
      .where('retries', '=', refund.retries)
      .executeTakeFirst()
    const payment = await findPayment(tx, refund.payment_id)
    if (settled.numUpdatedRows === 0n || !payment?.order_id) return
    tell({ kind: 'orders', orderId: payment.order_id })
    if (outcome.state !== 'succeeded') return
    await queueMail(tx, { kind: 'refunded', orderId: payment.order_id, refundId: refund.id }, shop.now())
  })
}
