import { write } from '#server/db/write.ts'
import { findPayment } from '#server/features/payments/find-payment.ts'
import { movePayment } from '#server/features/payments/move-payment.ts'
import { providerOf } from '#server/features/payments/provider-of.ts'
import { voidPayment } from '#server/features/payments/void-payment.ts'
import type { Shop } from '#server/shop.ts'
import { followPayment } from './follow-payment.ts'

/** Ends an open payment whose time is over: a hold with its basket still becomes the order, anything else is released. */
export async function expirePayment(shop: Shop, paymentId: string): Promise<void> {
  await followPayment(shop, paymentId)
  await releaseOpen(shop, paymentId)
}

/** Releases the hold of a payment without a basket, whose buyer did not come back for the order. One that holds nothing yet keeps its time. */
export async function releaseUnusedHold(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (payment?.state !== 'open' || !payment.intent_id) return
  const intent = await providerOf(shop, payment).retrieve(payment.intent_id)
  if (intent.status === 'requires_capture') await releaseOpen(shop, paymentId)
}

async function releaseOpen(shop: Shop, id: string): Promise<void> {
  const move = { id, from: 'open', to: 'canceling', at: shop.now() } as const
  if (await write(shop.db, (tx) => movePayment(tx, move))) await voidPayment(shop, id)
}
