import { DAY, HOUR } from '#contract/time/durations.ts'
import { setValue } from '#server/core/key-value.ts'
import { type Db, write } from '#server/db/write.ts'
import type { Intent, RefundOfIntent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { reconcileDisputes } from './disputes.ts'
import { findPayment, findPaymentOfIntent, type PaymentRow } from './payment-record.ts'
import { hourlyKey } from './provider-calls.ts'
import { reconcilePayment } from './reconcile.ts'

/** How far back to look, in ms: a bank sends refunds back for about a month. */
const REACH = { intents: 72 * HOUR, refunds: 60 * DAY }

function since(shop: Shop, reach: number): Date {
  return new Date(shop.now().getTime() - reach)
}

/**
 * Compares the provider's list with the books. Unknown holds are released; money taken without an
 * order is reported to the owner, never refunded automatically. Skips providers whose keys are
 * gone.
 */
export async function compareIntents(shop: Shop): Promise<void> {
  if (!shop.payments.isOpen) return
  const alerts: string[] = []
  for (const intent of await shop.payments.listIntents(since(shop, REACH.intents))) {
    if (intent.metadata.shop !== shop.id) continue
    try {
      const alert = await compareIntent(shop, intent)
      if (alert) alerts.push(alert)
    } catch (error) {
      shop.report('compare with the card provider', error)
    }
  }
  await write(shop.db, (tx) => setValue(tx, 'provider_alert', alerts.join(' ')))
}

async function compareIntent(shop: Shop, intent: Intent): Promise<string | null> {
  const payment = await findPaymentOf(shop.db, intent)
  if (payment && ['creating', 'open', 'capturing', 'canceling'].includes(payment.state)) return null
  if (intent.status === 'requires_capture' && payment?.state !== 'captured') {
    await shop.payments.cancel(intent.id, hourlyKey(`release:${intent.id}:stray`, shop.now()))
    return null
  }
  if (intent.status !== 'succeeded' || payment?.state === 'captured') return null
  const alert = `The card provider took money that belongs to no order: ${intent.id}.`
  shop.report('compare with the card provider', new Error(alert))
  return alert
}

async function findPaymentOf(db: Db, { id, metadata }: Intent): Promise<PaymentRow | null> {
  const payment = await findPaymentOfIntent(db, id)
  if (payment) return payment
  const named = metadata.payment ? await findPayment(db, metadata.payment) : null
  return named?.intent_id === null ? named : null
}

export async function reconcileMissedEvents(shop: Shop): Promise<void> {
  const { webhook } = shop.payments
  if (!webhook) return
  const intentIds = new Set<string>()
  for (const refund of await webhook.listAllRefunds(since(shop, REACH.refunds)))
    if (await isMissed(shop.db, refund)) intentIds.add(refund.intentId)
  for (const intentId of intentIds) {
    const payment = await findPaymentOfIntent(shop.db, intentId)
    if (payment) await reconcilePayment(shop, payment.id)
  }
  await reconcileDisputes(shop, webhook)
}

async function isMissed(db: Db, { id, status }: RefundOfIntent): Promise<boolean> {
  const row = await db
    .selectFrom('refunds')
    .select('state')
    .where('provider_refund_id', '=', id)
    .executeTakeFirst()
  return row ? row.state !== status : status !== 'failed'
}
