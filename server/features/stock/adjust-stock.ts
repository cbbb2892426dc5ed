import { sql } from 'kysely'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import type { StockLine } from './take-stock.ts'

/**
 * Moves a product's stock by a difference, as the farmer counts it. @throws Refusal 'stock-changed' when sales made
 * meanwhile leave less than the difference takes away
 */
export async function adjustStock(tx: Db, productId: number, delta: number, at: Date): Promise<void> {
  if (delta === 0) return
  const adjusted = await tx
    .updateTable('products')
    .set({ stock: sql`stock + ${delta}` })
    .where('id', '=', productId)
    .where(sql<number>`stock + ${delta}`, '>=', 0)
    .executeTakeFirst()
  if (adjusted.numUpdatedRows === 0n) {
    throw new Refusal('stock-changed', 'Some were sold in the meantime. Please check the stock again.', {
      field: 'stock',
    })
  }
  await recordAdjustment(tx, productId, delta, 'adjusted', at)
}

/** Writes down that goods which came back on paper are not there: the stock, which they never reached, stays as it is. */
export async function writeOff(tx: Db, lines: readonly StockLine[], at: Date): Promise<void> {
  for (const line of lines) await recordAdjustment(tx, line.productId, -line.quantity, 'adjusted', at)
}

export async function recordStartingStock(tx: Db, productId: number, stock: number, at: Date): Promise<void> {
  if (stock > 0) await recordAdjustment(tx, productId, stock, 'start', at)
}

async function recordAdjustment(tx: Db, productId: number, delta: number, reason: 'start' | 'adjusted', at: Date) {
  const movement = { product_id: productId, delta, reason, order_id: null, at: at.toISOString() }
  await tx.insertInto('stock_movements').values(movement).execute()
}
