import type { Dashboard } from '#contract/analytics.ts'
import { cents, toDollars } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'
import { countProducts } from './product-queries.ts'
import { readTotals } from './read-sales.ts'

/** The desk's four figures; revenue counts live money only in live mode, else the test money. */
export async function readDashboard(db: Db, { livemode }: { livemode: boolean }): Promise<Dashboard> {
  const totals = await readTotals(db, livemode ? 'live' : 'test')
  const products = await countProducts(db)
  return {
    totalOrders: totals.orders,
    totalRevenue: toDollars(cents(totals.cents)),
    totalProducts: products.all,
    lowStockProducts: products.low,
    testMode: !livemode,
  }
}
