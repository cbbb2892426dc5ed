import { mailboxKey } from '#contract/mail/mail-address.ts'
import { recordChange } from '#server/core/audit.ts'
import { mergeChange } from '#server/core/merge-change.ts'
import { invalidField } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { refuseCardNumbers } from '#server/features/checkout/card-numbers.ts'
import { lockOrder, type OrderRow, replaceTerms } from '#server/features/checkout/order-record.ts'
import { isNobody } from '#server/features/orders/erased-columns.ts'
import { noSuchOrder } from '#server/features/orders/order-queries.ts'
import type { DbAndClock } from '#server/shop.ts'
import type { Box } from './box-queries.ts'

/** With an earlier order of its day, or with none. @throws Refusal 'not-found', 'invalid' */
export function packTogether({ db, now }: DbAndClock, id: number, orderId: number | null) {
  return write(db, async (tx, emit) => {
    const order = (await lockOrder(tx, id)) ?? noSuchOrder(id)
    if (orderId !== null) await checkTogether(tx, order, orderId)
    if (order.packed_with === orderId) return { id, orderId }
    await tx.updateTable('orders').set({ packed_with: orderId }).where('id', '=', id).execute()
    const [before, after] = [{ packedWith: order.packed_with }, { packedWith: orderId }]
    await recordChange(tx, { action: 'changed', subject: `order:${id}`, before, after }, now())
    emit({ kind: 'orders', orderId: id })
    return { id, orderId }
  })
}

async function checkTogether(tx: Db, order: OrderRow, otherId: number): Promise<void> {
  const row = tx.selectFrom('orders').select(['status', 'market_day_id']).where('id', '=', otherId)
  const other = (await row.executeTakeFirst()) ?? noSuchOrder(otherId, 'orderId')
  if (otherId >= order.id)
    throw invalidField('orderId', 'Please pack it together with an earlier order.')
  if (other.market_day_id !== order.market_day_id || other.status === 'cancelled')
    throw invalidField('orderId', `Order #${otherId} is not packed for the same day.`)
}

type Together = { packedWith?: number[]; sameBuyerAs?: number }

export function listPackedTogether(boxes: readonly Box[]): Map<number, Together> {
  const byId = new Map(boxes.map(({ order }) => [order.id, order]))
  const together = new Map<number, Together>(boxes.map(({ order }) => [order.id, {}]))
  const join = (id: number, other: number) => {
    const own = together.get(id)
    if (own) own.packedWith = [...(own.packedWith ?? []), other].sort((a, b) => a - b)
  }
  for (const { order } of boxes) {
    const first = byId.get(order.packed_with ?? 0)
    if (first?.market_day_id !== order.market_day_id) continue
    join(order.id, first.id)
    join(first.id, order.id)
  }
  for (const own of listBuyers(boxes)) {
    const [first, ...later] = own.map(({ order }) => order.id).sort((a, b) => a - b)
    for (const id of later)
      if (!together.get(id)?.packedWith) together.set(id, { sameBuyerAs: first ?? id })
  }
  return together
}

function listBuyers(boxes: readonly Box[]): Box[][] {
  const known = boxes.filter(({ order }) => order.customer_email !== '')
  const buyerOf = ({ order }: Box) => `${order.market_day_id} ${mailboxKey(order.customer_email)}`
  return [...Map.groupBy(known, buyerOf).values()]
}

type NoteChange = { farmNote: string | null; base?: { farmNote: string | null } | undefined }

/** @throws Refusal 'not-found', 'changed-meanwhile', 'card-number-in-text' */
export function changeFarmNote(
  { db, now }: DbAndClock,
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
