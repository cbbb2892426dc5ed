import { sql } from 'kysely'
import type { Cents } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { LimitedLine } from '#server/features/calendar/day-room.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import {
  giveBackStock,
  recordMovements,
  takeStock,
  writeOff,
} from '#server/features/stock/move-stock.ts'
import { unpackChangedOrder } from './packed-state.ts'
import type { PlannedLine } from './plan-change.ts'

/**
 * Changes an order's lines and its stock. Returns the products whose stock changed, and the new
 * lines that market days limit. Missing goods never reach the shelf, and leave the day all the
 * same.
 * @throws Refusal 'sold-out'
 */
export async function applyChangedLines(
  tx: Db,
  order: OrderRow,
  lines: readonly PlannedLine[],
  at: Date,
): Promise<{ productIds: number[]; limited: LimitedLine[] }> {
  const limited: LimitedLine[] = []
  // Lock products by number, before the limits of days, as everybody does.
  const inOrder = [...lines].sort((one, other) => one.productId - other.productId)
  for (const { productId, name, units, goods } of inOrder) {
    const line = { productId, name, quantity: Math.abs(units) }
    if (units > 0) limited.push(...(await takeStock(tx, [line])).limited)
    if (goods === 'sellable') await giveBackStock(tx, [line], at)
  }
  await forgetWeights(tx, order.id, inOrder)
  for (const line of inOrder) await changeLine(tx, order.id, line)
  await recordMoves(tx, order.id, inOrder, at)
  if (lines.length > 0) await unpackChangedOrder(tx, order, at)
  return { productIds: inOrder.map(({ productId }) => productId), limited }
}

async function recordMoves(
  tx: Db,
  orderId: number,
  lines: readonly PlannedLine[],
  at: Date,
): Promise<void> {
  const stockLines = lines.map(({ units, ...line }) => ({ ...line, quantity: Math.abs(units) }))
  const [came, went] = [
    stockLines.filter(({ goods }) => goods === null),
    stockLines.filter(({ goods }) => goods !== null),
  ]
  await recordMovements(tx, came, { reason: 'sold', orderId, at })
  await recordMovements(tx, went, { reason: 'returned', orderId, at })
  const missing = went.filter(({ goods }) => goods === 'missing')
  await writeOff(tx, missing, at)
}

/** The weight was for the units that stood before. */
async function forgetWeights(
  tx: Db,
  orderId: number,
  lines: readonly PlannedLine[],
): Promise<void> {
  const ids = lines.map(({ productId }) => productId)
  const weighings = tx.deleteFrom('weighings').where('order_id', '=', orderId)
  if (ids.length > 0) await weighings.where('product_id', 'in', ids).execute()
}

async function changeLine(
  tx: Db,
  order_id: number,
  { productId: product_id, name, units, cents }: PlannedLine,
): Promise<void> {
  const known = await tx
    .updateTable('order_items')
    .set({ changed: sql`changed + ${units}`, changed_cents: sql`changed_cents + ${cents}` })
    .where('order_id', '=', order_id)
    .where('product_id', '=', product_id)
    .executeTakeFirst()
  if (known.numUpdatedRows > 0n) return
  const unit_cents = (cents / units) as Cents
  const change = { changed: units, changed_cents: cents }
  await tx
    .insertInto('order_items')

    .values((row) => {
      const product = row.selectFrom('products').where('id', '=', product_id)
      const weigh = {
        weigh_unit: product.select('weigh_unit'),
        weigh_cents: product.select('weigh_cents'),
        weigh_to: product.select('weigh_to'),
      }
      return { order_id, product_id, name, quantity: 0, unit_cents, ...change, ...weigh }
    })
    .execute()
}
