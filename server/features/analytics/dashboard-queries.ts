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
    read: async (tx, range) => ({
      orders: await countPlaced(tx, range),
      cents: (await readCaptured(tx, range, livemode)) - (await readGiven(tx, range, livemode)),
    }),
  }
}

async function countPlaced(tx: Db, { from, until }: OrderRange): Promise<number> {
  const row = await tx
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('n'))
    .where('id', '>=', from)
    .where('id', '<', until)
    .where('status', '!=', 'cancelled')
    .executeTakeFirstOrThrow()
  return Number(row.n)
}

async function readCaptured(tx: Db, range: OrderRange, livemode: boolean): Promise<number> {
  const captured = paymentsOf(tx, range, livemode).select((row) => row.fn.sum<number>('captured_cents').as('cents'))
  return Number((await captured.executeTakeFirstOrThrow()).cents ?? 0)
}

async function readGiven(tx: Db, range: OrderRange, livemode: boolean): Promise<number> {
  const given = paymentsOf(tx, range, livemode)
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select((row) => row.fn.sum<number>('refunds.amount_cents').as('cents'))
    .where('refunds.state', '!=', 'failed')
  return Number((await given.executeTakeFirstOrThrow()).cents ?? 0)
}

function paymentsOf(tx: Db, { from, until }: OrderRange, livemode: boolean) {
  const ofOrders = tx.selectFrom('payments').where('order_id', '>=', from).where('order_id', '<', until)
  return ofOrders.where('livemode', '=', livemode)
}

/** The products of the stall, and how many of them are running out. */
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
