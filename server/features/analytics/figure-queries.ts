import { sql } from 'kysely'
import { cents } from '#contract/money.ts'
import { LOW_STOCK } from '#contract/stock.ts'
import type { Db } from '#server/db/tables.ts'
import type { OrderRange } from './keep-sums.ts'
import { type Sold, soldOf } from './share-money.ts'

type Counted = { since: string; livemode: boolean }

export async function firstOrderSince(db: Db, since: string): Promise<number | null> {
  // The sum keeps PostgreSQL from walking through all older orders by their numbers.
  const least = sql<number | null>`min(id + 0)`.as('id')
  const row = await db.selectFrom('orders').select(least).where('created_at', '>=', since).executeTakeFirst()
  return row?.id ?? null
}

/** Orders and money by the UTC hour they were placed in: small enough to be put into the farm's weeks, whatever its clock does. */
export async function readHours(tx: Db, range: OrderRange, counted: Counted) {
  const placed = await ordersOf(tx, range, counted)
    .select((row) => [
      HOUR,
      sql<number>`count(case when orders.status <> 'cancelled' then 1 end)`.as('orders'),
      row.fn.sum<number>('payments.captured_cents').as('cents'),
    ])
    .groupBy('hour')
    .execute()
  const given = await ordersOf(tx, range, counted)
    .innerJoin('refunds', 'refunds.payment_id', 'payments.id')
    .select((row) => [HOUR, row.fn.sum<number>('refunds.amount_cents').as('cents')])
    .where('refunds.state', '!=', 'failed')
    .groupBy('hour')
    .execute()
  return [
    ...placed.map(({ hour, orders, cents }) => ({ at: instantOf(hour), orders: Number(orders), cents: Number(cents) })),
    ...given.map(({ hour, cents }) => ({ at: instantOf(hour), orders: 0, cents: -Number(cents) })),
  ]
}

const HOUR = sql<string>`substr(orders.created_at, 1, 13)`.as('hour')

function instantOf(hour: string): string {
  return `${hour}:00:00.000Z`
}

export async function readSold(tx: Db, range: OrderRange, counted: Counted): Promise<Sold[]> {
  const rows = await ordersOf(tx, range, counted)
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(['orders.id as orderId', 'orders.delivery_cents', 'payments.captured_cents'])
    .select(['order_items.product_id as productId', 'order_items.quantity', 'order_items.returned'])
    .select((row) => [
      'order_items.unit_cents',
      row
        .selectFrom('refunds')
        .select((refund) => refund.fn.sum<number>('amount_cents').as('cents'))
        .whereRef('refunds.payment_id', '=', 'payments.id')
        .where('refunds.state', '!=', 'failed')
        .as('refunded'),
    ])
    .where('orders.status', '!=', 'cancelled')
    .orderBy('orders.id')
    .orderBy('order_items.product_id')
    .execute()
  const lines = rows.map(({ captured_cents, refunded, ...row }) => {
    return { ...row, kept: cents(captured_cents - Number(refunded ?? 0)) }
  })
  return soldOf(lines)
}

function ordersOf(tx: Db, { from, until }: OrderRange, { since, livemode }: Counted) {
  return tx
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .where('orders.id', '>=', from)
    .where('orders.id', '<', until)
    .where('orders.created_at', '>=', since)
    .where('payments.livemode', '=', livemode)
}

export async function readNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('products').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

export function readLowStock(db: Db) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'stock'])
    .where('archived_at', 'is', null)
    .where('stock', '<=', LOW_STOCK)
    .orderBy('stock')
    .orderBy('name')
    .execute()
}
