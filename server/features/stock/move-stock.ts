import { sql } from 'kysely'
import type { MovementReason } from '#contract/products/stock-journal.ts'
import { Refusal } from '#server/core/refusal.ts'
import { prepared } from '#server/db/prepared.ts'
import type { Db } from '#server/db/tables.ts'
import { payDebts, takeUnits } from './level-products.ts'
import { insertMovements } from './stock-queries.ts'

export type StockLine = { productId: number; name: string; quantity: number }

/**
 * Takes every line from stock, or refuses and takes none (the transaction around it rolls back). Products are locked in
 * the order of their ids, so that two carts cannot wait for each other. The movements follow by `recordMovements`.
 * Answers which of the products left the shop since, and which lines a market day takes at most so many of.
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

/** Gives every line back to stock, which pays its debts first. The movements follow by `recordMovements`. */
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

/**
 * Writes down why stock moved: minus for 'sold', plus for 'returned'.
 * Every change of stock has its movement in the same transaction.
 */
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

/** Refuses lines that stock does not cover now; nothing is taken or reserved. @throws Refusal 'sold-out' */
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
 * Moves a product's stock by a difference, as the farmer counts it. @throws Refusal 'stock-changed' when sales made
 * meanwhile leave less than the difference takes away
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
    throw new Refusal(
      'stock-changed',
      'Some were sold in the meantime. Please check the stock again.',
      {
        field: 'stock',
      },
    )
  }
  await recordAdjustment(tx, productId, delta, reason, at)
  if (delta > 0) await payDebts(tx, [productId], at)
}

/**
 * Writes down that goods which came back on paper are not there: the stock, which they never reached, stays as it is.
 */
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

/** The opposite: goods that were written off were there, and went out. */
export async function findAgain(tx: Db, lines: readonly StockLine[], at: Date): Promise<void> {
  for (const line of lines)
    await recordAdjustment(tx, line.productId, line.quantity, 'adjusted', at)
}

/**
 * Takes goods that are gone: what the shelf had fewer of was there all the same, unless a market day
 * had got it. `recordMovements` says why they went; the caller has locked their products.
 */
export async function takeGone(tx: Db, lines: readonly StockLine[], at: Date): Promise<void> {
  for (const { productId, quantity: units } of byProductId(lines)) {
    const found = await takeUnits(tx, { productId, units, at })
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
