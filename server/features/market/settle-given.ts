import type { Db } from '#server/db/tables.ts'
import type { Emit } from '#server/db/write.ts'
import {
  hasLeft,
  hasStockToReturn,
  type OrderRow,
  returnOrderStock,
} from '#server/features/checkout/order-record.ts'
import { loseOrderStock, takeGoneStock } from '#server/features/orders/order-stock.ts'

/**
 * Whether a give of the order stands, and one that came after the last status that was set by hand; `at` is when it
 * was handed over, `now` when the shop learned of it.
 */
type Given = { isGiven: boolean; isDelivered: boolean; at: Date; now: Date }

/**
 * Brings an order to what its gives say of it: it is handed over while one of them stands, and delivered, unless it
 * is cancelled or the farmer set its status later. The caller has locked the order and writes the history.
 */
export async function settleGiven(
  tx: Db,
  emit: Emit,
  order: OrderRow,
  { isGiven, isDelivered, at, now }: Given,
): Promise<void> {
  const collected_at = isGiven ? (order.collected_at ?? at.toISOString()) : null
  const after = { ...order, collected_at, ...statusOf(order, isDelivered) }
  const { status, status_before_given } = after
  const isSame = status === order.status && status_before_given === order.status_before_given
  if (isSame && collected_at === order.collected_at) return
  const stock_taken = await settleCancelled(tx, emit, { order, after, now })
  await tx
    .updateTable('orders')
    .set({ collected_at, status, status_before_given, stock_taken })
    .where('id', '=', order.id)
    .execute()
  emit({ kind: 'orders', orderId: order.id })
}

type StatusOfGiven = Pick<OrderRow, 'status' | 'status_before_given'>

function statusOf(
  { status, status_before_given: before }: OrderRow,
  isDelivered: boolean,
): StatusOfGiven {
  if (isDelivered && status !== 'cancelled' && status !== 'delivered')
    return { status: 'delivered', status_before_given: status }
  if (!isDelivered && before !== null && status === 'delivered')
    return { status: before, status_before_given: null }
  return { status, status_before_given: before }
}

type GivenChange = { order: OrderRow; after: OrderRow; now: Date }

/**
 * A cancelled order whose goods went out all the same holds them, as one that was cancelled after
 * it was handed over does; where they come back, they are where its cancellation said. Answers
 * whether it holds them.
 */
async function settleCancelled(
  tx: Db,
  emit: Emit,
  { order, after, now }: GivenChange,
): Promise<boolean> {
  const isSame = hasLeft(order) === hasLeft(after)
  if (order.status !== 'cancelled' || isSame) return order.stock_taken
  if (hasLeft(after)) {
    if (!order.stock_taken) emit({ kind: 'stock', productIds: await takeGoneStock(tx, order, now) })
    return true
  }
  if (!hasStockToReturn(after)) return order.stock_taken
  if (order.goods_missing) await loseOrderStock(tx, order.id, now)
  else emit({ kind: 'stock', productIds: await returnOrderStock(tx, order.id, now) })
  return false
}
