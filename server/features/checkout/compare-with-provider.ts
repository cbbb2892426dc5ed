import { replaceMemory } from '#server/core/key-value.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import type {
  DisputeOfIntent,
  Intent,
  PaymentWebhook,
  RefundOfIntent,
} from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { endDispute, markDisputed } from './order-record.ts'
import { alertOnce, findPayment, findPaymentOfIntent, type PaymentRow } from './payment-record.ts'
import { hourlyKey } from './provider-calls.ts'
import { reconcilePayment } from './reconcile.ts'

const HOUR = 60 * 60_000

/** How far back each look goes, in milliseconds: a bank may send a refund back for about a month, and takes months over a dispute. */
const REACH = { intents: 72 * HOUR, refunds: 60 * 24 * HOUR, disputes: 180 * 24 * HOUR }

function since(shop: Shop, reach: number): Date {
  return new Date(shop.now().getTime() - reach)
}

/**
 * Compares what the card provider holds for this shop with the shop's own books. A hold that nobody knows is released; money
 * that was taken without an order is told to the owner, and never given back by itself. Without its keys nobody can be asked.
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
  await write(shop.db, (tx) => replaceMemory(tx, 'provider_alert', alerts.join(' ')))
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

/** Looks for what the webhook should have told: refunds that the owner made there or that a bank sent back, and disputes. */
export async function findUntold(shop: Shop): Promise<void> {
  const { webhook } = shop.payments
  if (!webhook) return
  const untold = new Set<string>()
  for (const refund of await webhook.listAllRefunds(since(shop, REACH.refunds)))
    if (await isUntold(shop.db, refund)) untold.add(refund.intentId)
  for (const intentId of untold) {
    const payment = await findPaymentOfIntent(shop.db, intentId)
    if (payment) await reconcilePayment(shop, payment.id)
  }
  await reconcileDisputes(shop, webhook)
}

/** A refund that failed before the shop knew of it gave nothing back. */
async function isUntold(db: Db, { id, status }: RefundOfIntent): Promise<boolean> {
  const row = await db
    .selectFrom('refunds')
    .select('state')
    .where('provider_refund_id', '=', id)
    .executeTakeFirst()
  return row ? row.state !== status : status !== 'failed'
}

export async function reconcileDisputes(
  shop: Shop,
  { listDisputes }: Pick<PaymentWebhook, 'listDisputes'>,
  only?: PaymentRow,
): Promise<void> {
  const listed = await listDisputes(since(shop, REACH.disputes))
  const byIntent = Map.groupBy(listed, ({ intentId }) => intentId)
  for (const [intentId, disputes] of byIntent) {
    if (only && only.intent_id !== intentId) continue
    const payment = only ?? (await findPaymentOfIntent(shop.db, intentId))
    if (payment?.order_id)
      await reconcileOrder(shop, { payment, orderId: payment.order_id, disputes })
  }
}

type Disputed = { payment: PaymentRow; orderId: number; disputes: DisputeOfIntent[] }

async function reconcileOrder(shop: Shop, { payment, orderId, disputes }: Disputed): Promise<void> {
  if (disputes.some(({ outcome }) => outcome === 'open')) return markDisputed(shop, orderId)
  const isLost = disputes.some(({ outcome }) => outcome === 'lost')
  await endDispute(shop, orderId, isLost ? 'lost' : 'won')
  if (isLost)
    await alertOnce(
      shop,
      payment.id,
      `The bank took back the payment for order #${orderId}: the dispute was lost.`,
    )
}
