import type { Db } from '#server/db/tables.ts'
import type { Emit } from '#server/db/write.ts'
import {
  insertMovements,
  type LoadFigures,
  type LoadRow,
  listOpenRows,
  type Movement,
  openRow,
  readFigures,
  type Share,
  storeRow,
} from './stock-queries.ts'

/**
 * After anything was sold, loaded or brought home for a market day: works out anew what rides along,
 * what the stock gives for it and what the books owe, from all reports, in whatever order they came.
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

/** `dayId`: the day with a new report; `gone`: units that left otherwise. */
type Leveling = { productId: number; dayId: number | null; at: Date; gone?: number }

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
    await storeRow(tx, row, { figures: its, share, debt: debtOf(its, share) })
  }
  if (movements.length > 0) await insertMovements(tx, movements)
  if (left !== stock)
    await tx.updateTable('products').set({ stock: left }).where('id', '=', productId).execute()
  return Math.max(0, gone - all)
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

/** What still counts as on the truck: it was sold off it, or is missing. */
export function onTruck({ wish, back, waste }: Omit<LoadFigures, 'sold'>): number {
  return Math.max(0, wish - back - waste)
}

/**
 * Shares a product's units out to its market days, the first day first, never below 0; `left` is
 * for sale in the shop. It looks at what is so alone, so it does not matter what was told first.
 */
export function shareUnits(
  units: number,
  days: readonly LoadFigures[],
): { left: number; shares: Share[] } {
  let left = units
  const take = (wanted: number) => {
    const taken = Math.min(Math.max(0, wanted), left)
    left -= taken
    return taken
  }
  const shares = days.map((day) => {
    const loaded = take(onTruck(day))
    return { loaded, fromStock: take(day.sold - loaded), wasted: take(day.waste) }
  })
  return { left, shares }
}

/** What the books owe a day: units sold that they had not, and others, loaded or thrown away. */
export function debtOf(figures: LoadFigures, { loaded, fromStock, wasted }: Share) {
  return {
    units: figures.sold - Math.min(figures.sold, loaded) - fromStock,
    others: onTruck(figures) - loaded + figures.waste - wasted,
  }
}

export function missingOf(
  { sold }: Pick<LoadFigures, 'sold'>,
  { loaded }: Pick<Share, 'loaded'>,
): number {
  return Math.max(0, loaded - sold)
}
