import { write } from '#server/db/write.ts'
import { type Intent, ProviderRefusal } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { alertOnce } from './alert-once.ts'
import { askForHold } from './ask-again.ts'
import { findPayment, type PaymentRow } from './find-payment.ts'
import { intentKey, intentOrder } from './intent-order.ts'
import { latchLive } from './latch-live.ts'
import { keepIntentId, movePayment } from './move-payment.ts'
import { providerOf } from './provider-of.ts'
import { requestFullRefund } from './refund-payment.ts'
import { sendRefunds } from './send-refunds.ts'

/**
 * Releases the hold of a payment that is `canceling`. If the provider had captured it meanwhile, the money of an order is
 * given back as a refund. No clear answer leaves the payment as it is, to be voided again; so does money captured without
 * an order, which nothing here may settle by itself: it is told to the log once, and stays in the books' differences.
 */
export async function voidPayment(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (payment?.state !== 'canceling') return
  const intentId = payment.intent_id ?? (await intentOfLostCreate(shop, payment))
  const intent = intentId ? await cancelOrRead(shop, payment, intentId) : null
  if (!intentId || intent?.status === 'canceled') return endPayment(shop, payment)
  if (intent?.status === 'succeeded') await giveBackCaptured(shop, payment, intent)
}

/** The payment began and its intent's id was never stored: the same create again answers the same intent. Null: there is none. */
async function intentOfLostCreate(shop: Shop, payment: PaymentRow): Promise<string | null> {
  try {
    const intent = await providerOf(shop, payment).createIntent(intentOrder(shop.id, payment), intentKey(payment))
    await write(shop.db, (tx) => keepIntentId(tx, payment.id, intent.id))
    return intent.id
  } catch (error) {
    if (error instanceof ProviderRefusal) return null
    throw error
  }
}

async function cancelOrRead(shop: Shop, payment: PaymentRow, intentId: string): Promise<Intent> {
  const provider = providerOf(shop, payment)
  const ended = async () => {
    const intent = await provider.retrieve(intentId)
    return intent.status === 'canceled' || intent.status === 'succeeded' ? intent : null
  }
  try {
    const hold = { name: `release:${payment.id}`, at: shop.now() }
    const reason = payment.order_id ? 'cancelled' : 'abandoned'
    return await askForHold(hold, (key) => provider.cancel(intentId, key, reason), ended)
  } catch (error) {
    if (error instanceof ProviderRefusal) return provider.retrieve(intentId)
    throw error
  }
}

async function endPayment(shop: Shop, payment: PaymentRow): Promise<void> {
  await write(shop.db, async (tx, tell) => {
    await movePayment(tx, { id: payment.id, from: 'canceling', to: 'canceled', at: shop.now() })
    if (payment.order_id) tell({ kind: 'orders', orderId: payment.order_id })
  })
}

async function giveBackCaptured(shop: Shop, payment: PaymentRow, intent: Intent): Promise<void> {
  if (!payment.order_id) return alertOnce(shop, payment.id, `Payment ${payment.id} was captured without an order.`)
  const orderId = payment.order_id
  await write(shop.db, async (tx, tell) => {
    await latchLive(tx, payment)
    const set = { captured_cents: intent.received }
    const moved = await movePayment(tx, { id: payment.id, from: 'canceling', to: 'captured', at: shop.now(), set })
    if (moved) await requestFullRefund(tx, payment, intent.received, shop.now())
    tell({ kind: 'orders', orderId })
  })
  await sendRefunds(shop, payment.id)
}
