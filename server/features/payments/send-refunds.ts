import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { sendMails } from '#server/features/mail/send-mails.ts'
import { type PaymentProvider, type ProviderRefund, ProviderRefusal } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { askAgain } from './ask-again.ts'
import { findPayment } from './find-payment.ts'
import { providerOf } from './provider-of.ts'
import type { RefundRow } from './refund-payment.ts'

/**
 * Brings a payment's refunds in step with the provider: what it knows is read, what it does not know yet is sent. One
 * refund without a clear answer stays decided, to be asked again, and does not hold up the others.
 */
export async function sendRefunds(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (!payment?.intent_id) return
  const intentId = payment.intent_id
  const refunds = await listRefunds(shop.db, paymentId)
  if (refunds.length === 0) return
  const provider = providerOf(shop, payment)
  const known = await provider.listRefunds(intentId)
  for (const refund of refunds) {
    try {
      const order = { intentId, amount: refund.amount_cents, metadata: { shop: shop.id, refund: refund.id } }
      const answer =
        knownOutcome(refund, known) ?? (isWaiting(refund) ? await askProvider(provider, refund, order) : null)
      if (answer) await settleRefund(shop, refund, answer)
    } catch (error) {
      shop.report('give money back', error)
    }
  }
  shop.later('send mails', () => sendMails(shop))
}

function listRefunds(db: Db, paymentId: string): Promise<RefundRow[]> {
  const ofPayment = db.selectFrom('refunds').selectAll().where('payment_id', '=', paymentId)
  return ofPayment.where('state', '!=', 'failed').orderBy('created_at').execute()
}

/** `requested` and not known to the provider: what was sent and lost may be repeated under its key. */
function isWaiting(refund: RefundRow): boolean {
  return refund.state === 'requested'
}

/** What the provider says of a refund. One that failed before a retry still carries its id and counts as unknown. */
function knownOutcome(refund: RefundRow, known: readonly ProviderRefund[]): ProviderRefund | null {
  const ours = known.filter((one) => one.metadata.refund === refund.id)
  const standing = ours.find((one) => one.status !== 'failed')
  return standing ?? ours.find((one) => one.id === refund.provider_refund_id) ?? null
}

type RefundOrder = Parameters<PaymentProvider['refund']>[0]

async function askProvider(
  provider: PaymentProvider,
  refund: RefundRow,
  order: RefundOrder,
): Promise<ProviderRefund | ProviderRefusal> {
  const name = refund.retries === 0 ? `rf:${refund.id}` : `rf:${refund.id}:retry${refund.retries}`
  const made = async () => knownOutcome(refund, await provider.listRefunds(order.intentId))
  try {
    return await askAgain(name, (key) => provider.refund(order, key), made)
  } catch (error) {
    if (error instanceof ProviderRefusal) return error
    throw error
  }
}

async function settleRefund(shop: Shop, refund: RefundRow, answer: ProviderRefund | ProviderRefusal): Promise<void> {
  const outcome = outcomeOf(answer)
  if (outcome.state === refund.state) return
  await write(shop.db, async (tx, tell) => {
    const settled = await tx
      .updateTable('refunds')
      .set({ ...outcome, touched_at: shop.now().toISOString() })
      .where('id', '=', refund.id)
      .where('state', '=', refund.state)
      .where('retries', '=', refund.retries)
      .executeTakeFirst()
    const payment = await findPayment(tx, refund.payment_id)
    if (settled.numUpdatedRows === 0n || !payment?.order_id) return
    tell({ kind: 'orders', orderId: payment.order_id })
    if (outcome.state !== 'succeeded') return
    await queueMail(tx, { kind: 'refunded', orderId: payment.order_id, refundId: refund.id }, shop.now())
  })
}

function outcomeOf(answer: ProviderRefund | ProviderRefusal) {
  if (answer instanceof ProviderRefusal) {
    if (answer.code === 'charge_already_refunded') return { state: 'succeeded' as const }
    return { state: 'failed' as const, error_message: answer.message }
  }
  const made = { state: answer.status, provider_refund_id: answer.id }
  return answer.status === 'failed' ? { ...made, error_message: 'The card’s bank did not take it back.' } : made
}
