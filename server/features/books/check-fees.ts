import { sql } from 'kysely'
import type { BookRow } from '#contract/money/books.ts'
import { formatCents } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/tables.ts'
import { isOf, type Part, rowsOf } from './book-queries.ts'

/** A pickup costs no fee, or has all of it back; no fee goes back that was not paid. */
export async function wrongFees(db: Db, part: Part): Promise<BookRow[]> {
  const rows = await rowsOf(
    db,
    sql<{ order_id: number; fee: number; back: number }>`
      select orders.id as order_id, orders.delivery_cents as fee, coalesce(sums.cents, 0) as back
      from orders
      left join (select order_id, sum(delivery_cents) as cents from order_changes group by order_id)
        as sums on sums.order_id = orders.id
      where ${isOf(part, 'orders.id')} and (
        orders.delivery_cents + coalesce(sums.cents, 0) < 0
        or orders.delivery_method = 'pickup' and orders.delivery_cents + coalesce(sums.cents, 0) <> 0
      )
      order by orders.id`,
  )
  return rows.map(({ order_id, fee, back }) => ({
    law: 'fee',
    subject: `order:${order_id}`,
    found: 0 - back,
    expected: fee,
    words: `Order #${order_id} paid a delivery fee of ${formatCents(fee)}, and has ${formatCents(0 - back)} of it back.`,
  }))
}

/** What was settled by weight stands for no more than it weighs. */
export async function wrongWeights(db: Db, part: Part): Promise<BookRow[]> {
  const rows = await rowsOf(
    db,
    sql<{ order_id: number; product_id: number; standing: number; cents: number }>`
      select * from (
        select weighings.order_id, weighings.product_id, weighings.cents,
          order_items.quantity * order_items.unit_cents - order_items.returned_cents
            + order_items.changed_cents as standing
        from weighings
        join order_items on order_items.order_id = weighings.order_id
          and order_items.product_id = weighings.product_id
        where weighings.settled_at is not null and ${isOf(part, 'weighings.order_id')}
          and weighings.units = order_items.quantity - order_items.returned + order_items.changed
      ) as settled
      where standing > cents
      order by order_id, product_id`,
  )
  return rows.map(({ order_id, product_id, standing, cents }) => ({
    law: 'weight',
    subject: `order:${order_id}`,
    found: standing,
    expected: cents,
    words: `Order #${order_id} pays ${formatCents(standing)} for product ${product_id}, whose weight comes to ${formatCents(cents)}.`,
  }))
}
