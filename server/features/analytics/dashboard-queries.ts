import { sql } from 'kysely'
import type { Dashboard } from '#contract/analytics.ts'
import { cents, toDollars } from '#contract/money.ts'
import { LOW_STOCK } from '#contract/stock.ts'
import type { Db } from '#server/db/tables.ts'

/** The desk's four figures; revenue counts live money only in live mode, else the test money. */
export async function readDashboard(db: Db, livemode: boolean): Promise<Dashboard> {
  const orders = db
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('status', '!=', 'cancelled')
  const products = db
    .selectFrom('products')
    .select((row) => [
      row.fn.countAll<number>().as('n'),
      sql<number>`count(case when stock <= ${LOW_STOCK} then 1 end)`.as('low'),
    ])
    .where('archived_at', 'is', null)
  const captured = db
    .selectFrom('payments')
    .select((row) => row.fn.sum<number>('captured_cents').as('n'))
    .where('livemode', '=', livemode)
  const refunded = db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select((row) => row.fn.sum<number>('refunds.amount_cents').as('n'))
    .where('payments.livemode', '=', livemode)
    .where('refunds.state', '!=', 'failed')
  const [shelf, placed, taken, given] = await Promise.all([
    products.executeTakeFirstOrThrow(),
    orders.executeTakeFirstOrThrow(),
    captured.executeTakeFirstOrThrow(),
    refunded.executeTakeFirstOrThrow(),
  ])
  return {
    totalOrders: Number(placed.n),
    totalRevenue: toDollars(cents(Number(taken.n ?? 0) - Number(given.n ?? 0))),
    totalProducts: Number(shelf.n),
    lowStockProducts: Number(shelf.low),
    testMode: !livemode,
  }
}
