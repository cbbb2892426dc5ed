import type { Dashboard } from '#contract/analytics.ts'
import { cents, toDollars } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'
import { countProducts, type Totals } from './dashboard-queries.ts'
import type { KeptSums } from './keep-sums.ts'

type Wanted = { livemode: boolean }

/** The desk's four figures; revenue counts live money only in live mode, else the test money. */
export async function readDashboard(db: Db, kept: KeptSums<Wanted, Totals>, { livemode }: Wanted): Promise<Dashboard> {
  const totals = await kept.of({ livemode })
  const products = await countProducts(db)
  return {
    totalOrders: totals.reduce((sum, { orders }) => sum + orders, 0),
    totalRevenue: toDollars(cents(totals.reduce((sum, total) => sum + total.cents, 0))),
    totalProducts: products.all,
    lowStockProducts: products.low,
    testMode: !livemode,
  }
}
