import { sql } from 'kysely'
import { shareOf } from '#contract/money/standing.ts'
import type { OrderTicks } from '#contract/packing/packing.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import {
  hasLeft,
  listOrderLines,
  type OrderRow,
  type StandingLine,
} from '#server/features/checkout/order-record.ts'
import { undoPacks } from '#server/features/order-balance/gives-and-packs.ts'
import {
  findAgain,
  giveBackStock,
  recordMovements,
  takeGone,
  takeStock,
  writeOff,
} from '#server/features/stock/move-stock.ts'
import { lockProducts } from '#server/features/stock/stock-queries.ts'

/** @throws Refusal 'sold-out' */
export async function retakeOrderStock(tx: Db, orderId: number, at: Date): Promise<number[]> {
  const lines = await listOrderLines(tx, orderId)
  await takeStock(tx, lines)
  await recordMovements(tx, lines, { reason: 'sold', orderId, at })
  return lines.map((line) => line.productId)
}

export async function loseOrderStock(tx: Db, orderId: number, at: Date): Promise<void> {
  const lines = await listOrderLines(tx, orderId)
  await recordMovements(tx, lines, { reason: 'returned', orderId, at })
  await writeOff(tx, lines, at)
}

/**
 * Takes the goods of a canceled order that went out from stock, even when stock shows fewer; skips
 * missing ones. Returns the products.
 */
export async function takeGoneStock(tx: Db, order: OrderRow, at: Date): Promise<number[]> {
  const lines = await listOrderLines(tx, order.id)
  await lockProducts(tx, lines)
  await recordMovements(tx, lines, { reason: 'sold', orderId: order.id, at })
  if (order.goods_missing) await findAgain(tx, lines, at)
  else await takeGone(tx, lines, at)
  return lines.map((line) => line.productId)
}

type Part = { productId: number; quantity: number }

/** Refunded goods: `restock` can be sold again (all that are out, or these), `missing` can't. */
type RefundedGoods = {
  restock?: boolean | readonly Part[] | undefined
  missing?: readonly Part[] | undefined
}

/**
 * Removes part of an order's goods from its lines, so that a cancellation returns only the rest.
 * Sellable goods are restocked and their products returned; missing ones leave stock unchanged. The
 * caller has locked the order.
 * @throws Refusal 'refund-impossible'
 */
export async function returnPart(
  tx: Db,
  order: OrderRow,
  { restock, missing = [] }: RefundedGoods,
  at: Date,
): Promise<number[]> {
  const held = order.stock_taken ? await listOrderLines(tx, order.id) : []
  // Lock products before daily limits, like all other code.
  if (restock || missing.length > 0) await lockProducts(tx, held)
  const lost = await takeOff(tx, order, missing)
  await recordMovements(tx, lost, { reason: 'returned', orderId: order.id, at })
  await writeOff(tx, lost, at)
  const sellable = await takeOff(tx, order, restock ?? false)
  await giveBackStock(tx, sellable, at)
  await recordMovements(tx, sellable, { reason: 'returned', orderId: order.id, at })
  if (lost.length + sellable.length > 0) await unpackChangedOrder(tx, order, at)
  return sellable.map((line) => line.productId)
}

async function takeOff(tx: Db, order: OrderRow, parts: boolean | readonly Part[]) {
  if (parts === false) return []
  const held = order.stock_taken ? await listOrderLines(tx, order.id) : []
  const lines = parts === true ? held : sumByProduct(parts).map((part) => lineOf(held, part))
  for (const line of lines)
    await tx
      .updateTable('order_items')
      .set({
        returned: sql`returned + ${line.quantity}`,
        returned_cents: sql`returned_cents + ${line.cents}`,
      })
      .where('order_id', '=', order.id)
      .where('product_id', '=', line.productId)
      .execute()
  return lines
}

function sumByProduct(parts: readonly Part[]): Part[] {
  return [...Map.groupBy(parts, ({ productId }) => productId)].map(([productId, its]) => ({
    productId,
    quantity: its.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
}

function lineOf(held: readonly StandingLine[], { productId, quantity }: Part): StandingLine {
  const line = held.find((one) => one.productId === productId)
  if (line && quantity <= line.quantity)
    return { ...line, quantity, cents: shareOf(line, quantity) }
  const message = 'This order no longer has that many of this product.'
  throw new Refusal('refund-impossible', message, { field: 'restock' })
}

export function showTicks(order: OrderRow): OrderTicks {
  const { id, status, boxes, packed_at, collected_at } = order
  return { id, status, boxes, packedAt: packed_at, collectedAt: collected_at }
}

export async function unpackChangedOrder(tx: Db, order: OrderRow, at: Date): Promise<void> {
  if (!isPackedHere(order)) return
  const { id, status, processed_by_packing } = order
  await undoPacks(tx, id, at)
  const isByPacking = processed_by_packing && status === 'processing'
  const unpacked = { packed_at: null, processed_by_packing: false }
  const orders = tx.updateTable('orders').where('id', '=', id)
  await orders.set({ ...unpacked, status: isByPacking ? 'pending' : status }).execute()
}

export function newsOfGoods(order: OrderRow, haveChanged: boolean) {
  const unpacked = haveChanged && isPackedHere(order) ? { isUnpacked: true as const } : {}
  return { kind: 'orders', orderId: order.id, ...unpacked } as const
}

function isPackedHere(order: OrderRow): boolean {
  return order.packed_at !== null && !hasLeft(order)
}
