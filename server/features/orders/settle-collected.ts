import type { Db } from '#server/db/tables.ts'
import type { Emit } from '#server/db/write.ts'
import {
  hasLeft,
  hasStockToReturn,
  type OrderRow,
  returnOrderStock,
} from '#server/features/checkout/order-record.ts'
import { loseOrderStock, takeGoneStock } from './order-stock.ts'

/** `at` is when it was handed over, `now` when the shop learned of it. */
type Collected = { isGiven: boolean; at: Date; now: Date }

/**
 * Brings an order to what the stall's gives say of it: it is handed over while one of them stands,
 * or the desk's own tick, whichever came first. The caller has locked the order
 * and writes the history.
 */
export async function settleCollected(
  tx: Db,
  emit: Emit,
  order: OrderRow,
  { isGiven, at, now }: Collected,
): Promise<void> {
  const isTicked = order.collected_at !== null && !order.given_at_stall
  const isCollected = isGiven || isTicked
  const collected_at = isCollected ? (order.collected_at ?? at.toISOString()) : null
  const change = { collected_at, given_at_stall: isCollected && !isTicked }
  if ((order.collected_at !== null) === isCollected) return
  const stock_taken = await settleCancelled(tx, emit, {
    order,
    after: { ...order, ...change },
    now,
  })
  await tx
    .updateTable('orders')
    .set({ ...change, stock_taken })
    .where('id', '=', order.id)
    .execute()
  emit({ kind: 'orders', orderId: order.id })
}

type CollectedChange = { order: OrderRow; after: OrderRow; now: Date }

/**
 * A cancelled order whose goods went out all the same holds them, as one that was cancelled after
 * it was handed over does; where they come back, they are where its cancellation said. Answers
 * whether it holds them.
 */
async function settleCancelled(
  tx: Db,
  emit: Emit,
  { order, after, now }: CollectedChange,
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
