import { write } from '#server/db/write.ts'
import { findPayment, findPaymentOfIntent, type PaymentRow } from '#server/features/payments/find-payment.ts'
import { keepDeclines, keepIntentId } from '#server/features/payments/move-payment.ts'
import { noteHeard, noteUnsigned } from '#server/features/payments/watch-webhook.ts'
import { Refusal } from '#server/http/errors.ts'
import { ProviderRefusal } from '#server/outside/payment-provider.ts'
import { type StripeEvent, UnsignedEventError } from '#server/outside/stripe-events.ts'
import type { StripePayments } from '#server/outside/stripe-payments.ts'
import type { Shop } from '#server/shop.ts'
import { releaseOpen } from './check-intent.ts'
import type { CheckoutLimits } from './checkout-limits.ts'
import { followDisputes } from './follow-disputes.ts'
import { followPayment } from './follow-payment.ts'

/** Stripe, where it may tell of events. */
export type ListeningStripe = Pick<StripePayments, 'countDeclines' | 'listDisputes'> & {
  readEvent: NonNullable<StripePayments['readEvent']>
  /** Counts a declined card against who tried it. */
  declined: CheckoutLimits['declined']
}

type Signed = { body: Buffer; signature: string }

/** An intent whose card was refused so often is given up: that is how stolen cards are tried out. */
const MOST_DECLINES = 3

/**
 * Hears an event of Stripe's. It only says where to look: the payment is read again at Stripe and moved on from what stands there,
 * so replays and any order of events are harmless. What is not ours is left alone. @throws Refusal 'invalid' for a bad signature
 */
export async function hearStripe(shop: Shop, stripe: ListeningStripe, signed: Signed): Promise<void> {
  const event = await read(shop, () => stripe.readEvent(signed.body, signed.signature, shop.now()))
  await noteHeard(shop)
  if (event.livemode !== shop.payments.livemode || !event.intentId) return
  const payment = (await findPaymentOfIntent(shop.db, event.intentId)) ?? (await adoptIntent(shop, event.intentId))
  if (!payment) return
  if (event.type.startsWith('charge.dispute.')) await followDisputes(shop, stripe, payment)
  if (event.type === 'radar.early_fraud_warning.created') warnOfFraud(shop, payment)
  if (event.type === 'payment_intent.payment_failed') await countDeclined(shop, stripe, payment)
  await followPayment(shop, payment.id)
}

/** Stripe counts, not the events: one that is told twice is one decline. A card tried in the browser counts as one tried here. */
async function countDeclined(shop: Shop, stripe: ListeningStripe, payment: PaymentRow): Promise<void> {
  if (!payment.intent_id) return
  const declines = await stripe.countDeclines(payment.intent_id)
  const isCounted = await write(shop.db, (tx) => keepDeclines(tx, payment, declines))
  const asker = { visitor: payment.visitor_hash ?? '', address: payment.address_key ?? '' }
  for (let counted = payment.declines; isCounted && counted < declines; counted++) await stripe.declined(asker)
  if (payment.state === 'open' && declines >= MOST_DECLINES) await releaseOpen(shop, payment)
}

/** The owner may give the money back before the bank takes it; Stripe says how. */
function warnOfFraud(shop: Shop, { order_id, id }: PaymentRow): void {
  const whose = order_id ? `order #${order_id}` : `payment ${id}`
  shop.report(
    'hear Stripe',
    new Error(`A bank warns that ${whose} may be fraud. Please look at it in Stripe's dashboard.`),
  )
}

async function read(shop: Shop, event: () => StripeEvent): Promise<StripeEvent> {
  try {
    return event()
  } catch (error) {
    if (!(error instanceof UnsignedEventError)) throw error
    await noteUnsigned(shop)
    throw new Refusal('invalid', 'This is not signed by Stripe.')
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
