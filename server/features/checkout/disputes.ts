import { DAY } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import { write } from '#server/db/write.ts'
import { notifyFarm } from '#server/features/mail/outbox.ts'
import type { DisputeOfIntent, PaymentWebhook } from '#server/outside/payment-provider.ts'
import type { DbAndClock, Shop } from '#server/shop.ts'
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
    const orderId = payment?.order_id
    if (!payment || !orderId) continue
    const outcomes = disputes.map(({ outcome }) => outcome)
    const outcome = (['open', 'lost'] as const).find((one) => outcomes.includes(one)) ?? 'won'
    await setDisputed(shop, orderId, outcome)
    const alert = `The bank took back the payment for order #${orderId}: the dispute was lost.`
    if (outcome === 'lost') await alertOnce(shop, payment.id, alert)
  }
}

export async function setDisputed(
  { db, now }: DbAndClock,
  orderId: number,
  outcome: DisputeOfIntent['outcome'],
): Promise<void> {
  const isDisputed = outcome === 'open'
  const at = now()
  await write(db, async (tx, emit) => {
    const marked = await tx
      .updateTable('orders')
      .set({ disputed_at: isDisputed ? at.toISOString() : null })
      .where('id', '=', orderId)
      .where('disputed_at', isDisputed ? 'is' : 'is not', null)
      .executeTakeFirst()
    if (marked.numUpdatedRows === 0n) return
    const action = isDisputed ? 'disputed' : 'dispute ended'
    const after = isDisputed ? null : { outcome }
    await recordChange(tx, { action, subject: `order:${orderId}`, after }, at)
    if (isDisputed) await notifyFarm(tx, { kind: 'disputed', orderId }, at)
    emit({ kind: 'orders', orderId })
  })
}
