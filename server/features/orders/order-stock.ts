import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { giveBackStock, recordMovements, type StockLine, takeStock } from '#server/features/stock/take-stock.ts'
import { Refusal } from '#server/http/errors.ts'
import { listOrderLines, type OrderRow } from './order-queries.ts'

/** Whether cancelling this order brings its goods back: they were taken, and have not left the farm. */
export function hasStockToReturn(order: Pick<OrderRow, 'stock_taken' | 'status'>): boolean {
  return order.stock_taken && order.status !== 'shipped' && order.status !== 'delivered'
}

/** Puts an order's goods back on the shelf, but for what refunds brought back; answers which products they were. */
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

/** What comes back with a refund: everything that is still out, or so many of some products. */
export type Restock = boolean | readonly { productId: number; quantity: number }[]

/**
 * Puts a part of an order's goods back on the shelf and writes down at its lines that they are, so that a cancellation
 * brings only the rest. Answers which products they were. The caller has locked the order. @throws Refusal 'refund-impossible'
 */
export async function returnPart(tx: Db, order: OrderRow, restock: Restock, at: Date): Promise<number[]> {
  const held = order.stock_taken ? await listOrderLines(tx, order.id) : []
  const lines = Array.isArray(restock) ? restock.map((part) => lineOf(held, part)) : restock ? held : []
  for (const line of lines) await markReturned(tx, order.id, line)
  await giveBackStock(tx, lines)
  await recordMovements(tx, lines, { reason: 'returned', orderId: order.id, at })
  return lines.map((line) => line.productId)
}

function lineOf(held: readonly StockLine[], part: { productId: number; quantity: number }): StockLine {
  const line = held.find((one) => one.productId === part.productId)
  if (line && part.quantity <= line.quantity) return { ...line, quantity: part.quantity }
  throw new Refusal('refund-impossible', 'So many of this product are not out any more.', { field: 'restock' })
}

/** A product named twice in one call is caught by the row itself. */
async function markReturned(tx: Db, orderId: number, line: StockLine): Promise<void> {
  const marked = await tx
    .updateTable('order_items')
    .set((row) => ({ returned: sql`${row.ref('returned')} + ${line.quantity}` }))
    .where('order_id', '=', orderId)
    .where('product_id', '=', line.productId)
    .where(sql<number>`quantity - returned`, '>=', line.quantity)
    .executeTakeFirst()
  if (marked.numUpdatedRows === 0n)
    throw new Refusal('refund-impossible', 'So many of this product are not out any more.', { field: 'restock' })
}
