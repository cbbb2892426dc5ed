import { write } from '#server/db/write.ts'
import { findPayment, type PaymentRow } from '#server/features/payments/find-payment.ts'
import { intentKey, intentOrder } from '#server/features/payments/intent-order.ts'
import { keepIntentId, movePayment } from '#server/features/payments/move-payment.ts'
import { providerOf } from '#server/features/payments/provider-of.ts'
import { voidPayment } from '#server/features/payments/void-payment.ts'
import { ProviderRefusal } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'

/** A provider remembers a call by its key for so long, in milliseconds; after that the same call would make another payment. */
const KEY_LIVES = 24 * 60 * 60_000

/**
 * Goes on with a payment whose making was broken off: the same call under the same key answers the same payment. One that is
 * older than the provider's memory, or refused, is over; nobody ever learned the secret to confirm it with.
 */
export async function remakePayment(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (payment?.state !== 'creating') return
  const isTooOld = shop.now().getTime() - Date.parse(payment.created_at) >= KEY_LIVES
  const intentId = isTooOld ? null : await makeAgain(shop, payment)
  const to = intentId ? 'open' : 'canceled'
  const set = intentId ? { intent_id: intentId } : {}
  const move = { id: payment.id, from: 'creating', to, at: shop.now(), set } as const
  if ((await write(shop.db, (tx) => movePayment(tx, move))) || !intentId) return
  await write(shop.db, (tx) => keepIntentId(tx, payment.id, intentId))
  await voidPayment(shop, payment.id)
}

async function makeAgain(shop: Shop, payment: PaymentRow): Promise<string | null> {
  try {
    return (await providerOf(shop, payment).createIntent(intentOrder(shop.id, payment), intentKey(payment))).id
  } catch (error) {
    if (error instanceof ProviderRefusal) return null
    throw error
  }
}
