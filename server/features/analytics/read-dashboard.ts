import type { Dashboard } from '#contract/money/analytics.ts'
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
