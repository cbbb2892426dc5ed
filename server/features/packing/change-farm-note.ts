import { recordChange } from '#server/core/audit.ts'
import { mergeChange } from '#server/core/merge-change.ts'
import { write } from '#server/db/write.ts'
import { refuseCardNumbers } from '#server/features/checkout/card-numbers.ts'
import { lockOrder, replaceTerms } from '#server/features/checkout/order-record.ts'
import { isNobody } from '#server/features/orders/erase-queries.ts'
import { noSuchOrder } from '#server/features/orders/require-order.ts'
import type { Shop } from '#server/shop.ts'

type NoteChange = { farmNote: string | null; base?: { farmNote: string | null } | undefined }

/** @throws Refusal 'not-found', 'changed-meanwhile', 'card-number-in-text' */
export function changeFarmNote(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  id: number,
  { farmNote, base }: NoteChange,
): Promise<{ id: number; farmNote: string | null }> {
  refuseCardNumbers({ farmNote })
  return write(db, async (tx, emit) => {
    const order = (await lockOrder(tx, id)) ?? noSuchOrder(id)
    const before = { farmNote: order.farm_note }
    const labels = { farmNote: { name: 'farm’s note' } }
    const after = { ...before, ...mergeChange({ farmNote }, { base, stored: before, labels }) }
    if (after.farmNote === before.farmNote) return { id, ...before }
    await tx.updateTable('orders').set({ farm_note: after.farmNote }).where('id', '=', id).execute()
    if (!isNobody(order)) await replaceTerms(tx, id, { ...order, farm_note: after.farmNote })
    await recordChange(tx, { action: 'changed', subject: `order:${id}`, before, after }, now())
    emit({ kind: 'orders', orderId: id })
    return { id, ...after }
  })
}
