import { write } from '#server/db/write.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import type { Shop } from '#server/shop.ts'

/** Flags an order whose buyer disputes the charge at the bank, once; the owner answers that at the card provider. */
export async function markDisputed({ db, now }: Pick<Shop, 'db' | 'now'>, orderId: number): Promise<void> {
  const at = now()
  await write(db, async (tx, tell) => {
    const flagged = await tx
      .updateTable('orders')
      .set({ disputed_at: at.toISOString() })
      .where('id', '=', orderId)
      .where('disputed_at', 'is', null)
      .executeTakeFirst()
    if (flagged.numUpdatedRows === 0n) return
    await recordChange(tx, { action: 'disputed', subject: `order:${orderId}`, before: null, after: null }, at)
    tell({ kind: 'orders', orderId })
  })
}

export async function endDispute(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  orderId: number,
  outcome: 'won' | 'lost',
): Promise<void> {
  await write(db, async (tx, tell) => {
    const ended = await tx
      .updateTable('orders')
      .set({ disputed_at: null })
      .where('id', '=', orderId)
      .where('disputed_at', 'is not', null)
      .executeTakeFirst()
    if (ended.numUpdatedRows === 0n) return
    const change = { action: 'dispute ended', subject: `order:${orderId}`, before: null, after: { outcome } }
    await recordChange(tx, change, now())
    tell({ kind: 'orders', orderId })
  })
}
