import { sql } from 'kysely'
import { LOW_STOCK } from '#contract/stock.ts'
import type { Db } from '#server/db/tables.ts'

type Since = { since: string; livemode: boolean }

/** Orders and money by the UTC hour they were placed in: small enough to be put into the farm's weeks, whatever its clock does. */
export async function readHours(db: Db, { since, livemode }: Since) {
  const refunded = db
    .selectFrom('refunds')
    .select((row) => ['payment_id', row.fn.sum<number>('amount_cents').as('cents')])
    .where('state', '!=', 'failed')
    .groupBy('payment_id')
    .as('refunded')
  const rows = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .leftJoin(refunded, 'refunded.payment_id', 'payments.id')
    .select((row) => [
      sql<string>`substr(orders.created_at, 1, 13)`.as('hour'),
      sql<number>`count(case when orders.status <> 'cancelled' then 1 end)`.as('orders'),
      row.fn.sum<number>('payments.captured_cents').as('captured'),
      row.fn.sum<number>('refunded.cents').as('given'),
    ])
    .where('orders.created_at', '>=', since)
    .where('payments.livemode', '=', livemode)
    .groupBy('hour')
    .execute()
  return rows.map((row) => ({
    at: `${row.hour}:00:00Z`,
    orders: Number(row.orders),
    cents: Number(row.captured) - Number(row.given ?? 0),
  }))
}

/** What sold most by number; a product is called what it is called now. */
export async function readBestSellers(db: Db, { since, livemode, most }: Since & { most: number }) {
  const sold = sql<number>`sum(order_items.quantity - order_items.returned)`
  const rows = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .innerJoin('products', 'products.id', 'order_items.product_id')
    .select(['products.id as productId', 'products.name as name', sold.as('quantity')])
    .select(sql<number>`sum((order_items.quantity - order_items.returned) * order_items.unit_cents)`.as('cents'))
    .where('orders.created_at', '>=', since)
    .where('orders.status', '!=', 'cancelled')
    .where('payments.livemode', '=', livemode)
    .groupBy(['products.id', 'products.name'])
    .having(sold, '>', 0)
    .orderBy('quantity', 'desc')
    .orderBy('products.id')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, quantity: Number(row.quantity), cents: Number(row.cents) }))
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
