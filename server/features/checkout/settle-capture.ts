import { formatDollars } from '#contract/money.ts'
import type { PaymentStatus } from '#contract/orders.ts'
import { write } from '#server/db/write.ts'
import { queueMail } from '#server/features/mail/queue-mail.ts'
import { sendMails } from '#server/features/mail/send-mails.ts'
import { lapseOrder } from '#server/features/orders/lapse-order.ts'
import { alertOnce } from '#server/features/payments/alert-once.ts'
import { answerWithin } from '#server/features/payments/answer-within.ts'
import { askForHold } from '#server/features/payments/ask-again.ts'
import { findPayment, type PaymentRow } from '#server/features/payments/find-payment.ts'
import { latchLive } from '#server/features/payments/latch-live.ts'
import { movePayment } from '#server/features/payments/move-payment.ts'
import { providerOf } from '#server/features/payments/provider-of.ts'
import { requestFullRefund } from '#server/features/payments/refund-payment.ts'
import { sendRefunds } from '#server/features/payments/send-refunds.ts'
import { Refusal } from '#server/http/errors.ts'
import { type Intent, ProviderRefusal } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'

/** Takes the money of an order, if it is still to be taken; the same as `captureHold` otherwise. @throws Refusal 'payment-lapsed' */
export async function settleCapture(shop: Shop, paymentId: string): Promise<PaymentStatus> {
  const payment = await findPayment(shop.db, paymentId)
  if (payment?.state !== 'capturing') return payment?.state === 'captured' ? 'completed' : 'authorized'
  return captureHold(shop, payment)
}

/**
 * Takes the money of an order that is committed, its payment in `capturing`. `authorized` means: no clear answer yet, the order
 * stands and the capture is asked again.
 * @throws Refusal 'payment-lapsed' when the hold was gone; the order is cancelled then and its stock is back
 */
export async function captureHold(shop: Shop, payment: PaymentRow): Promise<PaymentStatus> {
  if (!payment.intent_id) return 'authorized'
  const intent = await captureOrRead(shop, payment, payment.intent_id)
  if (intent?.status === 'succeeded') return keepCapture(shop, payment, intent)
  if (intent?.status !== 'canceled') return 'authorized'
  await lapse(shop, payment)
  throw new Refusal('payment-lapsed', 'The hold on the card was gone, so the order was not kept. Please pay again.')
}

/** The intent after the capture; null when there was no clear answer in time, and the order stands in any case. */
async function captureOrRead(shop: Shop, payment: PaymentRow, intentId: string): Promise<Intent | null> {
  const provider = providerOf(shop, payment)
  const taken = async () => {
    const intent = await provider.retrieve(intentId)
    return intent.status === 'requires_capture' ? null : intent
  }
  const hold = { name: `capture:${payment.id}`, at: shop.now() }
  const metadata = { order: String(payment.order_id) }
  const asked = askForHold(hold, (key) => provider.capture(intentId, key, metadata), taken)
  const seen = asked.catch((error: unknown) => {
    if (error instanceof ProviderRefusal) return provider.retrieve(intentId)
    throw error
  })
  try {
    return await answerWithin(seen)
  } catch (error) {
    shop.report('capture a payment', error)
    return null
  }
}

async function keepCapture(shop: Shop, payment: PaymentRow, intent: Intent): Promise<PaymentStatus> {
  const at = shop.now()
  const set = { captured_cents: intent.received }
  const kept = await write(shop.db, async (tx, tell) => {
    if (payment.order_id) tell({ kind: 'orders', orderId: payment.order_id })
    await latchLive(tx, payment)
    if (await movePayment(tx, { id: payment.id, from: 'capturing', to: 'captured', at, set })) {
      if (payment.order_id) await queueMail(tx, { kind: 'order_confirmed', orderId: payment.order_id }, at)
      return 'completed' as const
    }
    // The farmer cancelled while the provider was taking the money: it goes back.
    if (!(await movePayment(tx, { id: payment.id, from: 'canceling', to: 'captured', at, set })))
      return 'completed' as const
    await requestFullRefund(tx, payment, intent.received, at)
    return 'refunded' as const
  })
  shop.later('send mails', () => sendMails(shop))
  if (intent.received !== payment.amount_cents) await alertOnce(shop, payment.id, tookOtherwise(payment, intent))
  if (kept === 'refunded') await shop.later('give money back', () => sendRefunds(shop, payment.id))
  return kept
}

function tookOtherwise({ order_id, amount_cents }: PaymentRow, { received }: Intent): string {
  return `The card provider took ${formatDollars(received)} of ${formatDollars(amount_cents)} for order #${order_id}.`
}

async function lapse(shop: Shop, payment: PaymentRow): Promise<void> {
  const at = shop.now()
  await write(shop.db, async (tx, tell) => {
    const moved = await movePayment(tx, { id: payment.id, from: 'capturing', to: 'canceled', at })
    if (!moved || !payment.order_id) return
    await lapseOrder(tx, tell, payment.order_id, at)
    await queueMail(tx, { kind: 'order_failed', orderId: payment.order_id }, at)
  })
  shop.later('send mails', () => sendMails(shop))
}
