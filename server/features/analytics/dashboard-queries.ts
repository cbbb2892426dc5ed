import { sql } from 'kysely'
import { LOW_STOCK } from '#contract/stock.ts'
import type { Db } from '#server/db/tables.ts'
import type { OrderRange, Reading } from './keep-sums.ts'

/** Orders that are not cancelled, whatever money they were paid with; and money taken and not given back, in cents. */
export type Totals = { orders: number; cents: number }

/** All orders that there are; only live money is counted, or only test money. */
export function totalsOf({ livemode }: { livemode: boolean }): Reading<Totals> {
  return {
    first: async () => 1,
    read: (db, range) => readTotals(db, range, livemode),
  }
}

/** One statement, so that it sees one moment and needs one way to the database and back. */
async function readTotals(db: Db, range: OrderRange, livemode: boolean): Promise<Totals> {
  const placed = db
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('id', '>=', range.from)
    .where('id', '<', range.until)
    .where('status', '!=', 'cancelled')
  const captured = paymentsOf(db, range, livemode).select((row) => row.fn.sum<number>('captured_cents').as('cents'))
  const given = paymentsOf(db, range, livemode)
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select((row) => row.fn.sum<number>('refunds.amount_cents').as('cents'))
    .where('refunds.state', '!=', 'failed')
  const together = db.selectNoFrom([placed.as('orders'), captured.as('captured'), given.as('given')])
  const row = await together.executeTakeFirstOrThrow()
  return { orders: Number(row.orders), cents: Number(row.captured ?? 0) - Number(row.given ?? 0) }
}

function paymentsOf(db: Db, { from, until }: OrderRange, livemode: boolean) {
  const ofOrders = db.selectFrom('payments').where('order_id', '>=', from).where('order_id', '<', until)
  return ofOrders.where('livemode', '=', livemode)
}

export async function countProducts(db: Db): Promise<{ all: number; low: number }> {
  const row = await db
    .selectFrom('products')
    .select((row) => [
      row.fn.countAll<number>().as('n'),
      sql<number>`count(case when stock <= ${LOW_STOCK} then 1 end)`.as('low'),
    ])
    .where('archived_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { all: Number(row.n), low: Number(row.low) }
}
