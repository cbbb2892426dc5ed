import { write } from '#server/db/write.ts'
import { markDisputed } from '#server/features/orders/mark-disputed.ts'
import { findPayment, findPaymentOfIntent, type PaymentRow } from '#server/features/payments/find-payment.ts'
import { keepIntentId } from '#server/features/payments/move-payment.ts'
import { Refusal } from '#server/http/errors.ts'
import { ProviderRefusal } from '#server/outside/payment-provider.ts'
import { type StripeEvent, UnsignedEventError } from '#server/outside/stripe-events.ts'
import type { StripePayments } from '#server/outside/stripe-payments.ts'
import type { Shop } from '#server/shop.ts'
import { releaseOpen } from './check-intent.ts'
import { followPayment } from './follow-payment.ts'

/** Stripe, where it may tell of events. */
export type ListeningStripe = Pick<StripePayments, 'countDeclines'> & {
  readEvent: NonNullable<StripePayments['readEvent']>
}

type Signed = { body: Buffer; signature: string }

/** An intent whose card was refused so often is given up: that is how stolen cards are tried out. */
const MOST_DECLINES = 3

/**
 * Hears an event of Stripe's. It only says where to look: the payment is read again at Stripe and moved on from what stands there,
 * so replays and any order of events are harmless. What is not ours is left alone. @throws Refusal 'invalid' for a bad signature
 */
export async function hearStripe(shop: Shop, stripe: ListeningStripe, signed: Signed): Promise<void> {
  const event = read(() => stripe.readEvent(signed.body, signed.signature, shop.now()))
  if (event.livemode !== shop.payments.livemode || !event.intentId) return
  const payment = (await findPaymentOfIntent(shop.db, event.intentId)) ?? (await adoptIntent(shop, event.intentId))
  if (!payment) return
  if (event.type === 'charge.dispute.created' && payment.order_id) await markDisputed(shop, payment.order_id)
  if (event.type === 'payment_intent.payment_failed') await giveUpAfterDeclines(shop, stripe, payment)
  await followPayment(shop, payment.id)
}

/** Stripe counts, not the events: one that is told twice is one decline. */
async function giveUpAfterDeclines(shop: Shop, stripe: ListeningStripe, payment: PaymentRow): Promise<void> {
  if (payment.state !== 'open' || !payment.intent_id) return
  if ((await stripe.countDeclines(payment.intent_id)) >= MOST_DECLINES) await releaseOpen(shop, payment)
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
