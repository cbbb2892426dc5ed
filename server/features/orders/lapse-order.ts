import type { Db } from '#server/db/tables.ts'
import type { Tell } from '#server/db/write.ts'
import { hasStockToReturn, returnOrderStock } from './order-stock.ts'
import { lockOrder, updateOrder } from './update-order.ts'

/** Ends an order whose hold was gone before it could be captured: cancelled, stock back, its checkout free for another try. */
export async function lapseOrder(tx: Db, tell: Tell, orderId: number, at: Date): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) return
  const returns = hasStockToReturn(order)
  if (returns) tell({ kind: 'stock', productIds: await returnOrderStock(tx, orderId, at) })
  await updateOrder(tx, orderId, {
    status: 'cancelled',
    stock_taken: order.stock_taken && !returns,
    checkout_key: null,
  })
  tell({ kind: 'orders', orderId })
}
