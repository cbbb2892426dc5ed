import type { Db } from '#server/db/tables.ts'
import { giveBackStock, recordMovements, takeStock } from '#server/features/stock/take-stock.ts'
import { listOrderLines, type OrderRow } from './order-queries.ts'

/** Whether cancelling this order brings its goods back: they were taken, and have not left the farm. */
export function hasStockToReturn(order: Pick<OrderRow, 'stock_taken' | 'status'>): boolean {
  return order.stock_taken && order.status !== 'shipped' && order.status !== 'delivered'
}

/** Puts an order's goods back on the shelf; answers which products they were. */
export async function returnOrderStock(tx: Db, orderId: number, at: Date): Promise<number[]> {
  const lines = await listOrderLines(tx, orderId)
  await giveBackStock(tx, lines)
  await recordMovements(tx, lines, { reason: 'returned', orderId, at })
  return lines.map((line) => line.productId)
}

/** Takes an order's goods from the shelf once more. @throws Refusal 'sold-out' */
export async function retakeOrderStock(tx: Db, orderId: number, at: Date): Promise<number[]> {
  const lines = await listOrderLines(tx, orderId)
  await takeStock(tx, lines)
  await recordMovements(tx, lines, { reason: 'sold', orderId, at })
  return lines.map((line) => line.productId)
}
