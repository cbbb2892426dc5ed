import { sql } from 'kysely'
import { shareOf } from '#contract/standing.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import {
  listOrderLines,
  type OrderRow,
  type StandingLine,
} from '#server/features/checkout/order-record.ts'
import {
  findAgain,
  giveBackStock,
  recordMovements,
  takeGone,
  takeStock,
  writeOff,
} from '#server/features/stock/move-stock.ts'
import { lockProducts } from '#server/features/stock/stock-queries.ts'
import { unpackChangedOrder } from './packed-state.ts'

/** Takes an order's goods from the shelf once more. @throws Refusal 'sold-out' */
export async function retakeOrderStock(tx: Db, orderId: number, at: Date): Promise<number[]> {
  const lines = await listOrderLines(tx, orderId)
  await takeStock(tx, lines)
  await recordMovements(tx, lines, { reason: 'sold', orderId, at })
  return lines.map((line) => line.productId)
}

/** Takes an order's goods off it that are nowhere any more: none of them is for sale again. */
export async function loseOrderStock(tx: Db, orderId: number, at: Date): Promise<void> {
  const lines = await listOrderLines(tx, orderId)
  await recordMovements(tx, lines, { reason: 'returned', orderId, at })
  await writeOff(tx, lines, at)
}

/**
 * Takes the goods of a cancelled order from the shelf that went out all the same, also where the
 * shelf has fewer; what was missing is not. Answers their products.
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

/**
 * The goods of a refund: those that can still be sold (all that are still out, or so many of some),
 * and those that cannot.
 */
type RefundedGoods = {
  restock?: boolean | readonly Part[] | undefined
  missing?: readonly Part[] | undefined
}

/**
 * Takes a part of an order's goods off it and writes that down at its lines, so that a cancellation
 * brings only the rest. What can still be sold is on the shelf again, and its products are
 * answered; what is missing leaves the stock as it is. The caller has locked the order. @throws
 * Refusal 'refund-impossible'
 */
export async function returnPart(
  tx: Db,
  order: OrderRow,
  { restock, missing = [] }: RefundedGoods,
  at: Date,
): Promise<number[]> {
  const held = order.stock_taken ? await listOrderLines(tx, order.id) : []
  // Before what its day counts of them, as by everybody.
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

async function takeOff(
  tx: Db,
  order: OrderRow,
  parts: boolean | readonly Part[],
): Promise<StandingLine[]> {
  if (parts === false) return []
  const held = order.stock_taken ? await listOrderLines(tx, order.id) : []
  const lines = parts === true ? held : sumByProduct(parts).map((part) => lineOf(held, part))
  for (const line of lines) await markReturned(tx, order.id, line)
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
  throw tooMany()
}

async function markReturned(tx: Db, orderId: number, line: StandingLine): Promise<void> {
  await tx
    .updateTable('order_items')
    .set({
      returned: sql`returned + ${line.quantity}`,
      returned_cents: sql`returned_cents + ${line.cents}`,
    })
    .where('order_id', '=', orderId)
    .where('product_id', '=', line.productId)
    .execute()
}

function tooMany(): Refusal {
  return new Refusal('refund-impossible', 'This order no longer has that many of this product.', {
    field: 'restock',
  })
}
