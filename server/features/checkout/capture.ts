import { formatDollars } from '#contract/money/money.ts'
import type { PaymentStatus } from '#contract/orders/orders.ts'
import { Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import { notifyFarm, queueMail } from '#server/features/mail/outbox.ts'
import type { Intent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { expireOrder } from './order-record.ts'
import { alertOnce, lockLiveMode, type PaymentRow } from './payment-record.ts'
import { answerInTime, changeHold, providerOf } from './provider-calls.ts'
import { refundLateCapture, sendRefunds } from './send-refunds.ts'
import { movePayment } from './transitions.ts'

/**
 * Captures a committed order whose payment is `capturing`. `authorized` means no clear answer yet:
 * the order stands and the capture is retried.
 * @throws Refusal 'payment-lapsed' when the hold was gone; the order is then canceled and restocked
 */
export async function captureHold(shop: Shop, payment: PaymentRow): Promise<PaymentStatus> {
  if (!payment.intent_id) return 'authorized'
  const intent = await captureAtProvider(shop, payment, payment.intent_id)
  if (intent?.status === 'succeeded') return recordCapture(shop, payment, intent)
  if (intent?.status !== 'canceled') return 'authorized'
  await cancelUncaptured(shop, payment)
  throw new Refusal(
    'payment-lapsed',
    'The hold on the card had expired, so the order didn’t go through. Please pay again.',
  )
}

async function captureAtProvider(shop: Shop, payment: PaymentRow, intentId: string) {
  const provider = providerOf(shop, payment)
  const metadata = { order: String(payment.order_id) }
  const captured = changeHold(provider, intentId, {
    name: `capture:${payment.id}`,
    at: shop.now(),
    call: (key) => provider.capture(intentId, key, metadata),
    isDone: (status) => status !== 'requires_capture',
  })
  try {
    return await answerInTime(captured)
  } catch (error) {
    shop.report('capture a payment', error)
    return null
  }
}

async function recordCapture(shop: Shop, payment: PaymentRow, intent: Intent) {
  const at = shop.now()
  const { id, order_id: orderId, amount_cents } = payment
  const set = { captured_cents: intent.received }
  const outcome = await write(shop.db, async (tx, emit) => {
    if (orderId) emit({ kind: 'orders', orderId })
    await lockLiveMode(tx, payment)
    if (await movePayment(tx, { id, from: 'capturing', to: 'captured', at, set })) {
      if (orderId) await queueMail(tx, { kind: 'order_confirmed', orderId }, at)
      if (orderId) await notifyFarm(tx, { kind: 'order', orderId }, at)
      return 'completed' as const
    }
    // The farmer canceled during the capture, so the money goes back.
    const isRefunded = await refundLateCapture(tx, payment, intent.received, at)
    return isRefunded ? ('refunded' as const) : ('completed' as const)
  })
  shop.sendMails()
  const amounts = `${formatDollars(intent.received)} of ${formatDollars(amount_cents)}`
  if (intent.received !== amount_cents)
    await alertOnce(shop, id, `The card provider took ${amounts} for order #${orderId}.`)
  if (outcome === 'refunded') await shop.later('give money back', () => sendRefunds(shop, id))
  return outcome
}

async function cancelUncaptured(shop: Shop, payment: PaymentRow): Promise<void> {
  const at = shop.now()
  await write(shop.db, async (tx, emit) => {
    const moved = await movePayment(tx, { id: payment.id, from: 'capturing', to: 'canceled', at })
    if (!moved || !payment.order_id) return
    await expireOrder(tx, emit, payment.order_id, at)
    await queueMail(tx, { kind: 'order_failed', orderId: payment.order_id }, at)
  })
  shop.sendMails()
}
