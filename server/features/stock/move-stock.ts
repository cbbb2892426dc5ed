import { sql } from 'kysely'
import type { MovementReason } from '#contract/products/stock-journal.ts'
import { Refusal } from '#server/core/refusal.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Db, Emit } from '#server/db/write.ts'
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

export type StockLine = { productId: number; name: string; quantity: number }

/**
 * Takes all lines from stock or refuses (the caller's transaction rolls back). Locks products in ID
 * order, so carts can't deadlock. Call `recordMovements` afterward. Returns which products left the
 * shop since, and which lines have a daily limit.
 * @throws Refusal 'sold-out'
 */
export async function takeStock<Line extends StockLine>(
  tx: Db,
  lines: readonly Line[],
): Promise<{ gone: string[]; limited: Line[] }> {
  const gone: string[] = []
  const limited: Line[] = []
  for (const line of byProductId(lines)) {
    const { productId, quantity } = line
    const [taken] = (await takeUnitsOf(tx, { productId, quantity })).rows
    if (!taken) throw await soldOut(tx, line)
    if (taken.archived_at !== null) gone.push(taken.name)
    if (taken.day_limited) limited.push(line)
  }
  return { gone, limited }
}

const takeUnitsOf = prepared(
  (tx, { productId, quantity }: Pick<StockLine, 'productId' | 'quantity'>) =>
    tx
      .updateTable('products')
      .set({ stock: sql`stock - ${quantity}` })
      .where('id', '=', productId)
      .where('stock', '>=', quantity)
      .returning(['name', 'archived_at', 'day_limited']),
)

/** Returned units pay debts first. Call `recordMovements` afterward. */
export async function giveBackStock(tx: Db, lines: readonly StockLine[], at: Date): Promise<void> {
  for (const line of byProductId(lines)) {
    await tx
      .updateTable('products')
      .set({ stock: sql`stock + ${line.quantity}` })
      .where('id', '=', line.productId)
      .execute()
  }
  const productIds = lines.map(({ productId }) => productId)
  await payDebts(tx, productIds, at)
}

/** Minus for 'sold', plus for 'returned'. Every stock change records one in its transaction. */
export async function recordMovements(
  tx: Db,
  lines: readonly StockLine[],
  why: { reason: Extract<MovementReason, 'sold' | 'returned'>; orderId: number; at: Date },
): Promise<void> {
  const sign = why.reason === 'sold' ? -1 : 1
  const movement = (line: StockLine) => ({
    product_id: line.productId,
    delta: sign * line.quantity,
    reason: why.reason,
    order_id: why.orderId,
    at: why.at.toISOString(),
  })
  if (lines.length > 0) await insertMovements(tx, lines.map(movement))
}

/** Only checks; takes and reserves nothing. @throws Refusal 'sold-out' */
export function checkStock(lines: readonly (StockLine & { stock: number })[]): void {
  const short = lines.find((line) => line.stock < line.quantity)
  if (short) throw refusalOfShortStock(short.name, short.stock)
}

function refusalOfShortStock(name: string, stock: number): Refusal {
  return new Refusal(
    'sold-out',
    stock > 0 ? `Only ${stock} left of ${name}.` : `${name} is sold out.`,
  )
}

async function soldOut(tx: Db, line: StockLine): Promise<Refusal> {
  const product = await tx
    .selectFrom('products')
    .select('stock')
    .where('id', '=', line.productId)
    .executeTakeFirst()
  return refusalOfShortStock(line.name, product?.stock ?? 0)
}

function byProductId<Line extends StockLine>(lines: readonly Line[]): Line[] {
  return [...lines].sort((one, other) => one.productId - other.productId)
}

/**
 * Adjusts stock by a difference, as counted by the farmer.
 * @throws Refusal 'stock-changed' when sales in the meantime left less than `delta` takes away
 */
export async function adjustStock(
  tx: Db,
  productId: number,
  delta: number,
  at: Date,
  reason: 'adjusted' | 'missing' = 'adjusted',
): Promise<void> {
  if (delta === 0) return
  const adjusted = await tx
    .updateTable('products')
    .set({ stock: sql`stock + ${delta}` })
    .where('id', '=', productId)
    .where(sql<number>`stock + ${delta}`, '>=', 0)
    .executeTakeFirst()
  if (adjusted.numUpdatedRows === 0n) {
    const message = 'Some were sold in the meantime. Please check the stock again.'
    throw new Refusal('stock-changed', message, { field: 'stock' })
  }
  await recordAdjustment(tx, productId, delta, reason, at)
  if (delta > 0) await payDebts(tx, [productId], at)
}

/** Records that goods returned on paper are gone; stock, which they never reached, is unchanged. */
export async function writeOff(tx: Db, lines: readonly StockLine[], at: Date): Promise<void> {
  for (const line of lines)
    await recordAdjustment(tx, line.productId, -line.quantity, 'missing', at)
}

export async function recordStartingStock(
  tx: Db,
  productId: number,
  stock: number,
  at: Date,
): Promise<void> {
  if (stock > 0) await recordAdjustment(tx, productId, stock, 'start', at)
}

/** Books as found units that were written off but went out after all. */
export async function findAgain(tx: Db, lines: readonly StockLine[], at: Date): Promise<void> {
  for (const line of lines)
    await recordAdjustment(tx, line.productId, line.quantity, 'adjusted', at)
}

/**
 * Takes units that have left, even if market days had them; those then owe the books. A shortfall is
 * first booked as found. `recordMovements` says why they went; the caller has locked the products.
 */
export async function takeGone(tx: Db, lines: readonly StockLine[], at: Date): Promise<void> {
  for (const { productId, quantity: gone } of byProductId(lines)) {
    const found = await levelProduct(tx, { productId, dayId: null, at, gone })
    if (found > 0) await recordAdjustment(tx, productId, found, 'adjusted', at)
  }
}

async function recordAdjustment(
  tx: Db,
  productId: number,
  delta: number,
  reason: 'start' | 'adjusted' | 'missing',
  at: Date,
) {
  const movement = { product_id: productId, delta, reason, order_id: null, at: at.toISOString() }
  await insertMovements(tx, [movement])
}

/**
 * Call after anything was sold, loaded or brought home for a market day. Recomputes the truck, what
 * stock provides and what the day owes the books from all reports, in whatever order they arrived.
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
 * Units sold beyond the books are deducted from every stock increase, in its transaction, until the
 * farmer settles the day. The caller has locked the products.
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

/** `dayId`: the day with a new report; `gone`: units that left another way. */
type Leveling = { productId: number; dayId: number | null; at: Date; gone?: number }

/** Returns how many of the gone units nobody had. */
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

/** Loaded minus brought home and thrown away: sold and missing units count as on the truck. */
export function onTruck({ wish, back, waste }: Omit<LoadFigures, 'sold'>): number {
  return Math.max(0, wish - back - waste)
}

/** Earliest day first, never below 0; `left` is for the shop. Report order doesn't matter. */
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

/** What the books owe: `units` sold beyond what they had, and `others` loaded or thrown away. */
export function debtOf(figures: LoadFigures, { loaded, fromStock, wasted }: Share) {
  return {
    units: figures.sold - Math.min(figures.sold, loaded) - fromStock,
    others: onTruck(figures) - loaded + figures.waste - wasted,
  }
}
