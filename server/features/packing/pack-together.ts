import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { lockOrder, type OrderRow } from '#server/features/checkout/order-record.ts'
import { noSuchOrder } from '#server/features/orders/require-order.ts'
import type { Shop } from '#server/shop.ts'

/**
 * Stores the packer's decision to pack an order with an earlier one of its day, or with none.
 * @throws Refusal 'not-found', 'invalid'
 */
export function packTogether(
  { db, now }: Pick<Shop, 'db' | 'now'>,
  id: number,
  orderId: number | null,
): Promise<{ id: number; orderId: number | null }> {
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
    throw new Refusal('invalid', 'Please pack it together with an earlier order.', {
      field: 'orderId',
    })
  if (other.market_day_id !== order.market_day_id || other.status === 'cancelled')
    throw new Refusal('invalid', `Order #${otherId} is not packed for the same day.`, {
      field: 'orderId',
    })
}
