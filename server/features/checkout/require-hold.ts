import { Refusal } from '#server/core/refusal.ts'
import { write } from '#server/db/write.ts'
import type { Intent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import type { PaymentRow } from './payment-record.ts'
import { isOfThisProvider } from './provider-calls.ts'
import { abandonLater } from './release-hold.ts'
import { movePayment } from './transitions.ts'

export const NOT_PAID = 'The card payment for this cart is not complete. Please pay again.'

/**
 * The intent of an open payment that holds the money of an order: the provider's word decides, not
 * the browser's.
 * @throws Refusal 'payment-missing', 'payment-mismatch', 'payment-lapsed'
 */
export async function requireHold(
  shop: Shop,
  payment: PaymentRow,
  intent: Intent | null,
): Promise<Intent> {
  if (!intent) throw new Refusal('payment-missing', NOT_PAID)
  if (!isIntentOf(shop, payment, intent)) {
    await abandonLater(shop, payment.id)
    throw new Refusal(
      'payment-mismatch',
      'This payment does not belong to this order. Please pay again.',
    )
  }
  if (intent.status === 'canceled') {
    const move = { id: payment.id, from: 'open', to: 'canceled', at: shop.now() } as const
    await write(shop.db, (tx) => movePayment(tx, move))
    throw new Refusal('payment-lapsed', 'The hold on the card has expired. Please pay again.')
  }
  if (intent.status !== 'requires_capture') throw new Refusal('payment-missing', NOT_PAID)
  return intent
}

/** A test card's hold from before the shop took real ones pays for nothing. */
function isIntentOf(shop: Shop, payment: PaymentRow, intent: Intent): boolean {
  return (
    isOfThisProvider(shop, payment) &&
    intent.amount === payment.amount_cents &&
    intent.currency === 'usd' &&
    intent.livemode === payment.livemode &&
    intent.metadata.payment === payment.id &&
    intent.metadata.shop === shop.id
  )
}
