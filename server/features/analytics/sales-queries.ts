import { type ExpressionBuilder, sql } from 'kysely'
import type { Cents } from '#contract/money.ts'
import type { SalesMoney } from '#server/db/tables/analytics.ts'
import type { Db, Tables } from '#server/db/tables.ts'
import { REFUNDED } from '#server/features/standing/order-balance.ts'
import { BLOCK_SIZE, blockOf, type DaySales, type PlacedOrder } from './sum-sales.ts'

/** Part of the database's sums: of one kind of money, and of days (YYYY-MM-DD) from one on. */
export type SalesSince = { money: SalesMoney; since: string }

export async function listStaleBlocks(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('stale_sales')
    .select('block')
    .distinct()
    .orderBy('block')
    .execute()
  return rows.map(({ block }) => block)
}

/** Takes so many stale blocks; who takes the same ones waits for this transaction. */
export async function takeStaleBlocks(tx: Db, most: number): Promise<number[]> {
  const some = tx.selectFrom('stale_sales').select('block').distinct().orderBy('block').limit(most)
  const taken = await tx
    .deleteFrom('stale_sales')
    .where('block', 'in', some)
    .returning('block')
    .execute()
  return [...new Set(taken.map(({ block }) => block))]
}

export async function lastBlock(db: Db): Promise<number> {
  const order = await db
    .selectFrom('orders')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const sum = await db
    .selectFrom('sales_days')
    .select('block')
    .orderBy('block', 'desc')
    .limit(1)
    .executeTakeFirst()
  return Math.max(blockOf(order?.id ?? 0), sum?.block ?? 0)
}

/** The orders of a block with what was taken for them and not given back, in cents. */
export async function readOrders(db: Db, block: number): Promise<PlacedOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'orders.created_at', 'orders.status'])
    .select((row) => feeOf(row).as('delivery_cents'))
    .select(['payments.livemode', 'payments.captured_cents'])
    .select(REFUNDED.as('refunded'))
    .where('orders.id', '>=', block * BLOCK_SIZE)
    .where('orders.id', '<', (block + 1) * BLOCK_SIZE)
    .execute()
  return rows.map(({ livemode, captured_cents, refunded, ...row }) => ({
    ...row,
    money: livemode === null ? 'none' : livemode ? 'live' : 'test',
    stored: (captured_cents ?? 0) - Number(refunded),
  }))
}

/** The fee that was agreed on, less what changes took off it. */
export function feeOf(row: ExpressionBuilder<Tables, 'orders'>) {
  const changes = row.selectFrom('order_changes').whereRef('order_id', '=', 'orders.id')
  const fee = changes.select((change) => change.fn.sum('order_changes.delivery_cents').as('cents'))
  return sql<Cents>`orders.delivery_cents + coalesce(${fee}, 0)`
}

export function readLines(db: Db, block: number) {
  return db
    .selectFrom('order_items')
    .select(['order_id', 'product_id', 'quantity', 'returned', 'unit_cents'])
    .select(['returned_cents', 'changed', 'changed_cents'])
    .where('order_id', '>=', block * BLOCK_SIZE)
    .where('order_id', '<', (block + 1) * BLOCK_SIZE)
    .orderBy('order_id')
    .orderBy('product_id')
    .execute()
}

/** Rows per statement; SQLite takes at most 32,766 values. */
export const ROWS_AT_ONCE = 1000

export async function replaceSums(tx: Db, block: number, days: readonly DaySales[]): Promise<void> {
  await tx.deleteFrom('sales_days').where('block', '=', block).execute()
  await tx.deleteFrom('sales_products').where('block', '=', block).execute()
  const sums = days.map(({ day, money, orders, cents }) => ({ block, day, money, orders, cents }))
  const sold = days.flatMap(({ day, money, products }) =>
    products.map(({ productId, ...rest }) => ({
      block,
      day,
      money,
      product_id: productId,
      ...rest,
    })),
  )
  if (sums.length > 0) await tx.insertInto('sales_days').values(sums).execute()
  for (let first = 0; first < sold.length; first += ROWS_AT_ONCE)
    await tx
      .insertInto('sales_products')
      .values(sold.slice(first, first + ROWS_AT_ONCE))
      .execute()
}

export async function readSums(db: Db, block: number): Promise<DaySales[]> {
  const days = await db.selectFrom('sales_days').selectAll().where('block', '=', block).execute()
  const sold = await db
    .selectFrom('sales_products')
    .selectAll()
    .where('block', '=', block)
    .execute()
  return days.map(({ day, money, orders, cents }) => {
    const own = sold.filter((row) => row.day === day && row.money === money)
    const products = own.map((row) => ({
      productId: row.product_id,
      quantity: row.quantity,
      cents: row.cents,
    }))
    return { day, money, orders, cents, products }
  })
}

export async function sumStored(
  db: Db,
  money: SalesMoney,
): Promise<{ orders: number; cents: number }> {
  const rows = await db
    .selectFrom('sales_days')
    .select((row) => [
      'money',
      row.fn.sum<number>('orders').as('orders'),
      row.fn.sum<number>('cents').as('cents'),
    ])
    .where('block', 'not in', staleBlocks(db))
    .groupBy('money')
    .execute()
  return {
    orders: rows.reduce((sum, { orders }) => sum + orders, 0),
    cents: rows.find((row) => row.money === money)?.cents ?? 0,
  }
}

export function readStoredDays(db: Db, { money, since }: SalesSince) {
  return db
    .selectFrom('sales_days')
    .select((row) => [
      'day',
      row.fn.sum<number>('orders').as('orders'),
      row.fn.sum<number>('cents').as('cents'),
    ])
    .where('money', 'in', [money, 'none'])
    .where('day', '>=', since)
    .where('block', 'not in', staleBlocks(db))
    .groupBy('day')
    .execute()
}

export function readStoredProducts(db: Db, { money, since }: SalesSince) {
  return db
    .selectFrom('sales_products')
    .select((row) => [
      'product_id as productId',
      row.fn.sum<number>('quantity').as('quantity'),
      row.fn.sum<number>('cents').as('cents'),
    ])
    .where('money', '=', money)
    .where('day', '>=', since)
    .where('block', 'not in', staleBlocks(db))
    .groupBy('product_id')
    .execute()
}

function staleBlocks(db: Db) {
  return db.selectFrom('stale_sales').select('block')
}

export async function readProductNames(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
