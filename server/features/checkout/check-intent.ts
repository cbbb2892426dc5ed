import { write } from '#server/db/write.ts'
import type { PaymentRow } from '#server/features/payments/find-payment.ts'
import { movePayment } from '#server/features/payments/move-payment.ts'
import { isOfThisProvider } from '#server/features/payments/provider-of.ts'
import { voidPayment } from '#server/features/payments/void-payment.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Intent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'

export const NOT_PAID = 'There is no finished card payment for this cart. Please pay again.'

/**
 * Whether an open payment holds the money of an order: the provider's word decides, not the browser's.
 * @throws Refusal 'payment-missing', 'payment-mismatch', 'payment-lapsed'
 */
export async function checkIntent(shop: Shop, payment: PaymentRow, intent: Intent | null): Promise<void> {
  if (!intent) throw new Refusal('payment-missing', NOT_PAID)
  if (!isOurs(shop, payment, intent)) {
    await releaseOpen(shop, payment)
    throw new Refusal('payment-mismatch', 'This payment does not belong to this order. Please pay again.')
  }
  if (intent.status === 'canceled') {
    await write(shop.db, (tx) => movePayment(tx, { id: payment.id, from: 'open', to: 'canceled', at: shop.now() }))
    throw new Refusal('payment-lapsed', 'The hold on the card has lapsed. Please pay again.')
  }
  if (intent.status !== 'requires_capture') throw new Refusal('payment-missing', NOT_PAID)
}

/** A test card's hold from before the shop took real ones pays for nothing. */
function isOurs(shop: Shop, payment: PaymentRow, intent: Intent): boolean {
  return (
    isOfThisProvider(shop, payment) &&
    intent.amount === payment.amount_cents &&
    intent.currency === 'usd' &&
    intent.livemode === payment.livemode &&
    intent.metadata.payment === payment.id &&
    intent.metadata.shop === shop.id
  )
}

/** Gives up an open payment; its hold is released after the answer. */
export async function releaseOpen(shop: Shop, payment: PaymentRow): Promise<void> {
  const move = { id: payment.id, from: 'open', to: 'canceling', at: shop.now() } as const
  if (await write(shop.db, (tx) => movePayment(tx, move)))
    shop.later('release a hold', () => voidPayment(shop, payment.id))
}
