import { replaceMemory } from '#server/db/shop-memory.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import type { Intent } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { hourlyKey } from './ask-again.ts'
import { findPayment, type PaymentRow } from './find-payment.ts'

/** How far back the look goes, in milliseconds. */
const REACH = 72 * 60 * 60_000

/**
 * Compares what the card provider holds for this shop with the shop's own books. A hold that nobody knows is released; money
 * that was taken without an order is told to the owner, and never given back by itself. Without its keys nobody can be asked.
 */
export async function compareIntents(shop: Shop): Promise<void> {
  if (!shop.payments.isOpen) return
  const alerts: string[] = []
  for (const intent of await shop.payments.listIntents(new Date(shop.now().getTime() - REACH))) {
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

/** Answers what the owner must look at; null when all is well or was put right. */
async function compareIntent(shop: Shop, intent: Intent): Promise<string | null> {
  const payment = await findPaymentOfIntent(shop.db, intent)
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

/** The payment of an intent; while it is being made, by the name the intent carries. */
async function findPaymentOfIntent(db: Db, { id, metadata }: Intent): Promise<PaymentRow | null> {
  const row = await db.selectFrom('payments').selectAll().where('intent_id', '=', id).executeTakeFirst()
  if (row) return row
  const named = metadata.payment ? await findPayment(db, metadata.payment) : null
  return named?.intent_id === null ? named : null
}
