import { type SqlBool, sql } from 'kysely'
import type { Dashboard, Takings } from '#contract/money/analytics.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { LOW_STOCK } from '#contract/products/stock.ts'
import type { Db } from '#server/db/write.ts'
import { countOrders, sumCards } from './figure-queries.ts'

/** Revenue counts live money only in live mode, else test money. */
export async function readDashboard(
  db: Db,
  { livemode }: { livemode: boolean },
): Promise<Dashboard> {
  const products = await countProducts(db)
  return {
    totalOrders: await countOrders(db),
    totalRevenue: dollarsOf(await sumCards(db, livemode)),
    totalProducts: products.all,
    lowStockProducts: products.low,
    testMode: !livemode,
  }
}

function countProducts(db: Db): Promise<{ all: number; low: number }> {
  return db
    .selectFrom('products')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.countAll<number>().filterWhere('stock', '<=', LOW_STOCK).as('low'),
    ])
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
}

const IS_SALE = sql<SqlBool>`sale_id is not null`

/** What was ever taken by card and by other means. `db` should be a snapshot. */
export async function readTakings(db: Db, { livemode }: { livemode: boolean }): Promise<Takings> {
  const card = await sumCards(db, livemode)
  const sums = await db
    .selectFrom('tenders')
    .select((row) => [IS_SALE.as('is_sale'), row.fn.sum<number>('amount_cents').as('amount')])
    .groupBy(IS_SALE)
    .execute()
  const sumOf = (isSale: boolean) =>
    sums.find(({ is_sale }) => Boolean(is_sale) === isSale)?.amount ?? 0
  return {
    card: dollarsOf(card),
    orders: dollarsOf(sumOf(false)),
    sales: dollarsOf(sumOf(true)),
    together: dollarsOf(card + sumOf(false) + sumOf(true)),
  }
}
