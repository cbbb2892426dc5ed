import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { ProviderRefusal } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { alertOnce } from './alert-once.ts'
import { findPayment, type PaymentRow } from './find-payment.ts'
import { movePayment } from './move-payment.ts'
import { providerOf } from './provider-of.ts'

/**
 * Sets a payment aside that its provider does not know, as with the keys of another account: asking every minute would end
 * nothing. Without an order it is over; with one it is told to the owner, and its waiting refunds fail in words, to be asked
 * again. Answers false for a payment that the provider knows, or does not speak of.
 */
export async function setAsideUnknown(shop: Shop, paymentId: string): Promise<boolean> {
  const payment = await findPayment(shop.db, paymentId)
  if (!payment?.intent_id || (await isKnown(shop, payment, payment.intent_id))) return false
  const words = `The card provider does not know payment ${payment.id}. Are these the keys of another account?`
  const orderId = payment.order_id
  if (orderId === null) {
    await endWithoutOrder(shop, payment)
    shop.report('settle a payment', new Error(words))
    return true
  }
  if (payment.state === 'captured')
    await write(shop.db, async (tx, tell) => {
      await failRefunds(tx, payment, shop.now())
      tell({ kind: 'orders', orderId })
    })
  else await alertOnce(shop, payment.id, words)
  return true
}

/** Silence is no answer: it counts as known. */
async function isKnown(shop: Shop, payment: PaymentRow, intentId: string): Promise<boolean> {
  try {
    await providerOf(shop, payment).retrieve(intentId)
    return true
  } catch (error) {
    return !(error instanceof ProviderRefusal && error.code === 'resource_missing')
  }
}

async function endWithoutOrder(shop: Shop, { id }: PaymentRow): Promise<void> {
  await write(shop.db, async (tx) => {
    for (const from of ['open', 'canceling'] as const)
      await movePayment(tx, { id, from, to: 'canceled', at: shop.now() })
  })
}

async function failRefunds(tx: Db, payment: PaymentRow, at: Date): Promise<void> {
  const failed = { state: 'failed', error_message: 'The card provider does not know this payment.' } as const
  await tx
    .updateTable('refunds')
    .set({ ...failed, touched_at: at.toISOString() })
    .where('payment_id', '=', payment.id)
    .where('state', 'in', ['requested', 'pending'])
    .execute()
}
