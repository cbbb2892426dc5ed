import { endDispute, markDisputed } from '#server/features/orders/mark-disputed.ts'
import { alertOnce } from '#server/features/payments/alert-once.ts'
import { findPaymentOfIntent, type PaymentRow } from '#server/features/payments/find-payment.ts'
import type { DisputeOfIntent, StripePayments } from '#server/outside/stripe-payments.ts'
import type { Shop } from '#server/shop.ts'

/** How far back disputes are looked at, in milliseconds: a bank takes months to decide. */
const REACH = 180 * 24 * 60 * 60_000

/** Follows the disputes of one payment, or of all, as they stand at Stripe now. */
export async function followDisputes(
  shop: Shop,
  stripe: Pick<StripePayments, 'listDisputes'>,
  only?: PaymentRow,
): Promise<void> {
  const listed = await stripe.listDisputes(new Date(shop.now().getTime() - REACH))
  const byIntent = Map.groupBy(listed, ({ intentId }) => intentId)
  for (const [intentId, disputes] of byIntent) {
    if (only && only.intent_id !== intentId) continue
    const payment = only ?? (await findPaymentOfIntent(shop.db, intentId))
    if (payment?.order_id) await followOne(shop, { payment, orderId: payment.order_id, disputes })
  }
}

type Disputed = { payment: PaymentRow; orderId: number; disputes: DisputeOfIntent[] }

async function followOne(shop: Shop, { payment, orderId, disputes }: Disputed): Promise<void> {
  if (disputes.some(({ outcome }) => outcome === 'open')) return markDisputed(shop, orderId)
  const isLost = disputes.some(({ outcome }) => outcome === 'lost')
  await endDispute(shop, orderId, isLost ? 'lost' : 'won')
  if (isLost)
    await alertOnce(shop, payment.id, `The bank took back the money of order #${orderId}: its dispute was lost.`)
}
