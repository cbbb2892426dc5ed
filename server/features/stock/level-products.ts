import { type Selectable, sql } from 'kysely'
import type { StallLoadsTable } from '#server/db/tables/products.ts'
import type { Db } from '#server/db/tables.ts'
import type { Emit } from '#server/db/write.ts'
import { insertMovements, type Movement } from './insert-movements.ts'
import { debtOf, type LoadFigures, type Share, shareUnits } from './share-units.ts'

/**
 * After anything was sold, loaded or brought home for a market day: what rides along, what the stock
 * gives for it and what the books owe follow anew from what was said, whatever was told first.
 */
export async function levelProducts(
  tx: Db,
  emit: Emit,
  dayId: number,
  productIds: readonly number[],
  at: Date,
): Promise<void> {
  const ids = [...new Set(productIds)].sort((one, other) => one - other)
  for (const productId of ids) await levelProduct(tx, { productId, dayId, at })
  if (ids.length > 0) emit({ kind: 'stock', productIds: ids })
}

/**
 * What was sold beyond the books is taken off every rise of the stock, in its transaction, until the
 * farmer settles that day. The caller has locked the products.
 */
export async function payDebts(tx: Db, productIds: readonly number[], at: Date): Promise<void> {
  if (productIds.length === 0) return
  const owed = await tx
    .selectFrom('stock_debts')
    .select('product_id')
    .distinct()
    .where('product_id', 'in', productIds)
    .orderBy('product_id')
    .execute()
  for (const { product_id } of owed)
    await levelProduct(tx, { productId: product_id, dayId: null, at })
}

/**
 * Takes units that are gone in any case, also where market days had got them before: those owe them
 * then. Answers how many of them nobody had. The caller says why they went.
 */
export async function takeUnits(
  tx: Db,
  { productId, units, at }: { productId: number; units: number; at: Date },
): Promise<number> {
  return levelProduct(tx, { productId, dayId: null, at, gone: units })
}

/** `dayId`: the day of which something new was said; `gone`: so many units went otherwise. */
type Leveling = { productId: number; dayId: number | null; at: Date; gone?: number }

type LoadRow = Selectable<StallLoadsTable>

/** Answers how many of the units that are gone nobody had. */
async function levelProduct(tx: Db, { productId, dayId, at, gone = 0 }: Leveling): Promise<number> {
  const product = tx.selectFrom('products').select('stock').where('id', '=', productId)
  const { stock } = await product.forUpdate().executeTakeFirstOrThrow()
  if (dayId !== null) await openRow(tx, dayId, productId)
  const rows = await listOpenRows(tx, productId, dayId)
  const figures = await Promise.all(
    rows.map((row) => (row.market_day_id === dayId ? readFigures(tx, dayId, productId) : row)),
  )
  const all = rows.reduce((sum, row) => sum + row.loaded + row.from_stock + row.wasted, stock)
  const { left, shares } = shareUnits(Math.max(0, all - gone), figures)
  const movements: Movement[] = []
  for (const [index, row] of rows.entries()) {
    const [its, share] = [figures[index], shares[index]]
    if (!its || !share) continue
    movements.push(...movementsOf(row, share, at))
    await storeRow(tx, row, its, share)
  }
  if (movements.length > 0) await insertMovements(tx, movements)
  if (left !== stock)
    await tx.updateTable('products').set({ stock: left }).where('id', '=', productId).execute()
  return Math.max(0, gone - all)
}

/** What sales of the day took from the stock before it had a truck is taken over as it is. */
async function openRow(tx: Db, dayId: number, productId: number): Promise<void> {
  const taken = await tx
    .selectFrom('stock_movements')
    .innerJoin('sales', 'sales.id', 'sale_id')
    .select(sql<number>`coalesce(sum(-delta), 0)`.as('units'))
    .where('product_id', '=', productId)
    .where('sales.market_day_id', '=', dayId)
    .executeTakeFirstOrThrow()
  const from_stock = Number(taken.units)
  await tx
    .insertInto('stall_loads')
    .values({ market_day_id: dayId, product_id: productId, sold: from_stock, from_stock })
    .onConflict((exists) => exists.doNothing())
    .execute()
}

/** The days that share the product's stock; a day that was settled keeps what it got. */
function listOpenRows(tx: Db, productId: number, dayId: number | null): Promise<LoadRow[]> {
  return tx
    .selectFrom('stall_loads')
    .selectAll()
    .where('product_id', '=', productId)
    .where((row) => row.or([row('settled_at', 'is', null), row('market_day_id', '=', dayId ?? 0)]))
    .orderBy('market_day_id')
    .execute()
}

/** Each time all of it anew: what was said is never added to a sum that stood before. */
async function readFigures(db: Db, dayId: number, productId: number): Promise<LoadFigures> {
  const { wish, back, waste } = await readReported(db, dayId, productId)
  const { sold } = await db
    .selectFrom('sale_items')
    .innerJoin('sales', 'sales.id', 'sale_id')
    .select(sql<number>`coalesce(sum(units), 0)`.as('sold'))
    .where('sales.market_day_id', '=', dayId)
    .where('sales.undone_at', 'is', null)
    .where('product_id', '=', productId)
    .executeTakeFirstOrThrow()
  const atLeast = (units: number) => Math.max(0, units)
  return { wish: atLeast(wish), back: atLeast(back), waste: atLeast(waste), sold: Number(sold) }
}

/** The sums of what was told; below 0 where what takes off arrived before what put on. */
export async function readReported(db: Db, dayId: number, productId: number) {
  const { wish, back, waste } = await db
    .selectFrom('stall_goods')
    .select(sql<number>`coalesce(sum(loaded), 0)`.as('wish'))
    .select(sql<number>`coalesce(sum(back), 0)`.as('back'))
    .select(sql<number>`coalesce(sum(waste), 0)`.as('waste'))
    .where('market_day_id', '=', dayId)
    .where('product_id', '=', productId)
    .where('command_id', 'not in', (row) => row.selectFrom('voids').select('target_id'))
    .executeTakeFirstOrThrow()
  return { wish: Number(wish), back: Number(back), waste: Number(waste) }
}

/** From now on the stock pays nothing for a day; answers how many products that is said of. */
export async function settleDay(tx: Db, dayId: number, at: Date): Promise<number> {
  const debts = tx.selectFrom('stall_loads').select('product_id')
  const open = debts.where('market_day_id', '=', dayId).where('settled_at', 'is', null)
  const rows = await open.orderBy('product_id').execute()
  const productIds = rows.map(({ product_id }) => product_id)
  if (productIds.length === 0) return 0
  await lockProducts(tx, productIds)
  await tx
    .updateTable('stall_loads')
    .set({ settled_at: at.toISOString() })
    .where('market_day_id', '=', dayId)
    .where('product_id', 'in', productIds)
    .execute()
  await tx
    .deleteFrom('stock_debts')
    .where('market_day_id', '=', dayId)
    .where('product_id', 'in', productIds)
    .execute()
  return productIds.length
}

async function lockProducts(tx: Db, ids: readonly number[]): Promise<void> {
  const rows = tx.selectFrom('products').select('id').where('id', 'in', ids).orderBy('id')
  await rows.forUpdate().execute()
}

function movementsOf(row: LoadRow, share: Share, at: Date): Movement[] {
  const { product_id, market_day_id } = row
  const of = { product_id, market_day_id, order_id: null, at: at.toISOString() }
  const onto = share.loaded - row.loaded
  const moves = [
    { ...of, delta: -onto, reason: 'market' as const, truck: onto > 0 ? 'on' : 'off' } as const,
    { ...of, delta: row.from_stock - share.fromStock, reason: 'market' as const },
    { ...of, delta: row.wasted - share.wasted, reason: 'waste' as const },
  ]
  return moves.filter(({ delta }) => delta !== 0)
}

async function storeRow(tx: Db, row: LoadRow, figures: LoadFigures, share: Share): Promise<void> {
  const { market_day_id, product_id } = row
  const { wish, sold, back, waste } = figures
  const { loaded, fromStock: from_stock, wasted } = share
  await tx
    .updateTable('stall_loads')
    .set({ wish, sold, back, waste, loaded, from_stock, wasted, settled_at: null })
    .where('market_day_id', '=', market_day_id)
    .where('product_id', '=', product_id)
    .execute()
  const debt = debtOf(figures, share)
  const debts = tx.deleteFrom('stock_debts').where('product_id', '=', product_id)
  await debts.where('market_day_id', '=', market_day_id).execute()
  if (debt.units + debt.others > 0)
    await tx
      .insertInto('stock_debts')
      .values({ product_id, market_day_id, ...debt })
      .execute()
}
