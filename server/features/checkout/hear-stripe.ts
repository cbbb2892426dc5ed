import { write } from '#server/db/write.ts'
import { markDisputed } from '#server/features/orders/mark-disputed.ts'
import { findPayment, findPaymentOfIntent, type PaymentRow } from '#server/features/payments/find-payment.ts'
import { keepIntentId } from '#server/features/payments/move-payment.ts'
import { Refusal } from '#server/http/errors.ts'
import { ProviderRefusal } from '#server/outside/payment-provider.ts'
import { type StripeEvent, UnsignedEventError } from '#server/outside/stripe-events.ts'
import type { StripePayments } from '#server/outside/stripe-payments.ts'
import type { Shop } from '#server/shop.ts'
import { followPayment } from './follow-payment.ts'

type Signed = { body: Buffer; signature: string }

/**
 * Hears an event of Stripe's. It only says where to look: the payment is read again at Stripe and moved on from what stands there,
 * so replays and any order of events are harmless. What is not ours is left alone. @throws Refusal 'invalid' for a bad signature
 */
export async function hearStripe(
  shop: Shop,
  readEvent: NonNullable<StripePayments['readEvent']>,
  signed: Signed,
): Promise<void> {
  const event = read(() => readEvent(signed.body, signed.signature, shop.now()))
  if (event.livemode !== shop.payments.livemode || !event.intentId) return
  const payment = (await findPaymentOfIntent(shop.db, event.intentId)) ?? (await adoptIntent(shop, event.intentId))
  if (!payment) return
  if (event.type === 'charge.dispute.created' && payment.order_id) await markDisputed(shop, payment.order_id)
  await followPayment(shop, payment.id)
}

function read(event: () => StripeEvent): StripeEvent {
  try {
    return event()
  } catch (error) {
    if (error instanceof UnsignedEventError) throw new Refusal('invalid', 'This is not signed by Stripe.')
    throw error
  }
}

/** The payment whose intent was made while its id could not be stored: Stripe knows which one it was. */
async function adoptIntent(shop: Shop, intentId: string): Promise<PaymentRow | null> {
  try {
    const { metadata } = await shop.payments.retrieve(intentId)
    if (metadata.shop !== shop.id || !metadata.payment) return null
    const payment = await findPayment(shop.db, metadata.payment)
    if (payment && !payment.intent_id) await write(shop.db, (tx) => keepIntentId(tx, payment.id, intentId))
    return payment
  } catch (error) {
    if (error instanceof ProviderRefusal) return null
    throw error
  }
}
