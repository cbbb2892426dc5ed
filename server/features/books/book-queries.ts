import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'

/** One query per law of the books, each answering only the rows that differ; sums are made by the database, in one pass over a table. */
async function rowsOf<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

/** Stock is the sum of its movements. */
export function findWrongStock(db: Db) {
  return rowsOf(
    db,
    sql<{ product_id: number; name: string; stock: number; moved: number }>`
      select products.id as product_id, products.name, products.stock, coalesce(moves.moved, 0) as moved
      from products
      left join (select product_id, sum(delta) as moved from stock_movements group by product_id) as moves
        on moves.product_id = products.id
      where products.stock <> coalesce(moves.moved, 0)
      order by products.id`,
  )
}

/** An order's lines are its movements: what it holds is out, what it gave back is not. */
export function findWrongMovements(db: Db) {
  return rowsOf(
    db,
    sql<{ order_id: number; product_id: number; moved: number; owed: number }>`
      select order_id, product_id, sum(moved) as moved, sum(owed) as owed
      from (
        select order_id, product_id, delta as moved, 0 as owed from stock_movements where order_id is not null
        union all
        select order_id, product_id, 0 as moved, case when stock_taken then returned - quantity else 0 end as owed
        from order_items join orders on orders.id = order_items.order_id
      ) as sides
      group by order_id, product_id
      having sum(moved) <> sum(owed)
      order by order_id, product_id`,
  )
}

/** An order's lines make its subtotal. */
export function findWrongSubtotals(db: Db) {
  return rowsOf(
    db,
    sql<{ order_id: number; subtotal: number; lines: number }>`
      select orders.id as order_id, orders.subtotal_cents as subtotal, coalesce(sums.lines, 0) as lines
      from orders
      left join (select order_id, sum(quantity * unit_cents) as lines from order_items group by order_id) as sums
        on sums.order_id = orders.id
      where orders.subtotal_cents <> coalesce(sums.lines, 0)
      order by orders.id`,
  )
}

/** A captured payment has an order of exactly its amount; one that is being released and was taken has none. */
export function findWrongCaptures(db: Db) {
  return rowsOf(
    db,
    sql<{ payment_id: string; order_id: number | null; captured: number; total: number | null }>`
      select payments.id as payment_id, payments.order_id, payments.captured_cents as captured, orders.total_cents as total
      from payments left join orders on orders.id = payments.order_id
      where (payments.state = 'captured' and (orders.id is null or orders.total_cents <> payments.captured_cents))
        or (payments.alerted_at is not null and payments.state in ('capturing', 'canceling'))
      order by payments.id`,
  )
}

/** An order is captured, capturing, canceling or failed. */
export function findOrdersWithoutMoney(db: Db) {
  return rowsOf(
    db,
    sql<{ order_id: number; state: string | null }>`
      select orders.id as order_id, payments.state
      from orders left join payments on payments.order_id = orders.id
      where payments.state is null or payments.state in ('creating', 'open')
      order by orders.id`,
  )
}

/** Refunds that have not failed never exceed what was captured. */
export function findWrongRefunds(db: Db) {
  return rowsOf(
    db,
    sql<{ order_id: number | null; payment_id: string; captured: number; refunded: number }>`
      select payments.order_id, payments.id as payment_id, payments.captured_cents as captured, sums.refunded
      from payments
      join (select payment_id, sum(amount_cents) as refunded from refunds where state <> 'failed' group by payment_id) as sums
        on sums.payment_id = payments.id
      where sums.refunded > payments.captured_cents
      order by payments.id`,
  )
}
