import type { Db } from '#server/db/tables.ts'
import { findPaymentOfIntent } from '#server/features/payments/find-payment.ts'
import type { RefundOfIntent } from '#server/outside/stripe-payments.ts'
import type { Shop } from '#server/shop.ts'
import { followDisputes } from './follow-disputes.ts'
import { followPayment } from './follow-payment.ts'

/** How far back the look goes, in milliseconds: a bank may send a refund back for about a month. */
const REACH = 60 * 24 * 60 * 60_000

/** Looks at Stripe for what its events should have told: refunds that the owner made there or that a bank sent back, and disputes. */
export async function findUntold(shop: Shop): Promise<void> {
  if (!shop.stripe) return
  const listed = await shop.stripe.listAllRefunds(new Date(shop.now().getTime() - REACH))
  const untold = new Set<string>()
  for (const refund of listed) if (await isUntold(shop.db, refund)) untold.add(refund.intentId)
  for (const intentId of untold) {
    const payment = await findPaymentOfIntent(shop.db, intentId)
    if (payment) await followPayment(shop, payment.id)
  }
  await followDisputes(shop, shop.stripe)
}

/** A refund that failed before the shop knew of it gave nothing back. */
async function isUntold(db: Db, { id, status }: RefundOfIntent): Promise<boolean> {
  const row = await db.selectFrom('refunds').select('state').where('provider_refund_id', '=', id).executeTakeFirst()
  return row ? row.state !== status : status !== 'failed'
}
