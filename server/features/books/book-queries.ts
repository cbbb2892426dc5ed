import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { STANDING_UNITS } from '#server/features/standing/order-balance.ts'

/** All orders and payments, those of these numbers, or payments that have no order. */
export type Part = 'all' | OrderRange | 'without-order'

/** Order numbers that are checked as one. */
export const BLOCK_SIZE = 1000

export function blockOf(orderId: number): number {
  return Math.floor(orderId / BLOCK_SIZE)
}

type OrderRange = { from: number; until: number }

export function isOf(part: Part, orderId: string) {
  if (part === 'all') return sql`true`
  const column = sql.ref(orderId)
  return part === 'without-order'
    ? sql`${column} is null`
    : sql`${column} >= ${part.from} and ${column} < ${part.until}`
}

/** One query per law, answering only the rows that differ, in one pass over a table. */
export async function rowsOf<Row>(db: Db, query: RawBuilder<Row>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

export function listStock(db: Db) {
  return db.selectFrom('products').select(['id', 'name', 'stock']).orderBy('id').execute()
}

export async function sumMovementsAfter(db: Db, id: number) {
  const last = await db
    .selectFrom('stock_movements')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const sums = await rowsOf(
    db,
    sql<{ product_id: number; moved: number }>`
      select product_id, sum(delta) as moved from stock_movements where id > ${id} group by product_id`,
  )
  return { sums, last: last?.id ?? 0 }
}

export async function sumMovementsOf(db: Db, productId: number): Promise<number> {
  const [sum] = await rowsOf(
    db,
    sql<{ moved: number }>`
      select coalesce(sum(delta), 0) as moved from stock_movements where product_id = ${productId}`,
  )
  return sum?.moved ?? 0
}

/** An order's lines are its movements: what it holds is out, what it gave back is not. */
export function findWrongMovements(db: Db, part: Part) {
  return rowsOf(
    db,
    sql<{ order_id: number; product_id: number; moved: number; owed: number }>`
      select order_id, product_id, sum(moved) as moved, sum(owed) as owed
      from (
        select order_id, product_id, delta as moved, 0 as owed from stock_movements
        where order_id is not null and ${isOf(part, 'order_id')}
        union all
        select order_id, product_id, 0 as moved, case when stock_taken then -${STANDING_UNITS} else 0 end as owed
        from order_items join orders on orders.id = order_items.order_id
        where ${isOf(part, 'order_items.order_id')}
      ) as sides
      group by order_id, product_id
      having sum(moved) <> sum(owed)
      order by order_id, product_id`,
  )
}

export function findWrongSubtotals(db: Db, part: Part) {
  return rowsOf(
    db,
    sql<{ order_id: number; subtotal: number; lines: number }>`
      select orders.id as order_id, orders.subtotal_cents as subtotal, coalesce(sums.lines, 0) as lines
      from orders
      left join (
        select order_id, sum(quantity * unit_cents) as lines from order_items
        where ${isOf(part, 'order_id')} group by order_id
      ) as sums
        on sums.order_id = orders.id
      where orders.subtotal_cents <> coalesce(sums.lines, 0) and ${isOf(part, 'orders.id')}
      order by orders.id`,
  )
}

/** A captured payment has an order of its amount; a released one that was taken has none. */
export function findWrongCaptures(db: Db, part: Part) {
  return rowsOf(
    db,
    sql<{ payment_id: string; order_id: number | null; captured: number; total: number | null }>`
      select payments.id as payment_id, payments.order_id, payments.captured_cents as captured, orders.total_cents as total
      from payments left join orders on orders.id = payments.order_id
      where ${isOf(part, 'payments.order_id')} and (
        (payments.state = 'captured' and (orders.id is null or orders.total_cents <> payments.captured_cents))
        or (payments.alerted_at is not null and payments.state in ('capturing', 'canceling'))
      )
      order by payments.id`,
  )
}

/** A card order is captured, capturing, canceling or failed. */
export function findOrdersWithoutMoney(db: Db, part: Part) {
  return rowsOf(
    db,
    sql<{ order_id: number; state: string | null }>`
      select orders.id as order_id, payments.state
      from orders left join payments on payments.order_id = orders.id
      where ${isOf(part, 'orders.id')} and orders.payment_method = 'card'
        and (payments.state is null or payments.state in ('creating', 'open'))
      order by orders.id`,
  )
}

/** Refunds that have not failed never exceed what was captured. */
export function findWrongRefunds(db: Db, part: Part) {
  return rowsOf(
    db,
    sql<{ order_id: number | null; payment_id: string; captured: number; refunded: number }>`
      select payments.order_id, payments.id as payment_id, payments.captured_cents as captured, sums.refunded
      from (
        select refunds.payment_id, sum(refunds.amount_cents) as refunded
        from refunds join payments on payments.id = refunds.payment_id
        where refunds.state <> 'failed' and ${isOf(part, 'payments.order_id')} group by refunds.payment_id
      ) as sums
      join payments on payments.id = sums.payment_id
      where sums.refunded > payments.captured_cents
      order by payments.id`,
  )
}
