import type { ActionOn } from '#contract/history.ts'
import { DAY } from '#contract/time/durations.ts'
import { recordChange, type States } from '#server/core/audit.ts'
import { write } from '#server/db/write.ts'
import { notifyFarm } from '#server/features/mail/outbox.ts'
import type { DisputeOfIntent, PaymentWebhook } from '#server/outside/payment-provider.ts'
import type { Shop } from '#server/shop.ts'
import { alertOnce, findPaymentOfIntent, type PaymentRow } from './payment-record.ts'

const REACH = 180 * DAY

export async function reconcileDisputes(
  shop: Shop,
  { listDisputes }: Pick<PaymentWebhook, 'listDisputes'>,
  only?: PaymentRow,
): Promise<void> {
  const listed = await listDisputes(new Date(shop.now().getTime() - REACH))
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
  const alert = `The bank took back the payment for order #${orderId}: the dispute was lost.`
  if (isLost) await alertOnce(shop, payment.id, alert)
}

type DbAndClock = Pick<Shop, 'db' | 'now'>

export function markDisputed(shop: DbAndClock, orderId: number): Promise<void> {
  return setDisputed(shop, orderId, { isDisputed: true, action: 'disputed', after: null })
}

function endDispute(shop: DbAndClock, orderId: number, outcome: 'won' | 'lost'): Promise<void> {
  const after = { outcome }
  return setDisputed(shop, orderId, { isDisputed: false, action: 'dispute ended', after })
}

type DisputeChange = { isDisputed: boolean; action: ActionOn<'order'> } & Pick<States, 'after'>

async function setDisputed(
  { db, now }: DbAndClock,
  orderId: number,
  { isDisputed, action, after }: DisputeChange,
): Promise<void> {
  const at = now()
  await write(db, async (tx, emit) => {
    const marked = await tx
      .updateTable('orders')
      .set({ disputed_at: isDisputed ? at.toISOString() : null })
      .where('id', '=', orderId)
      .where('disputed_at', isDisputed ? 'is' : 'is not', null)
      .executeTakeFirst()
    if (marked.numUpdatedRows === 0n) return
    await recordChange(tx, { action, subject: `order:${orderId}`, before: null, after }, at)
    if (isDisputed) await notifyFarm(tx, { kind: 'disputed', orderId }, at)
    emit({ kind: 'orders', orderId })
  })
}
