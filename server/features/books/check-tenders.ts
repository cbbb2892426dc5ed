import { sql } from 'kysely'
import type { BookRow } from '#contract/money/books.ts'
import { formatCents } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/tables.ts'
import { isOf, type Part, rowsOf } from './book-queries.ts'

export async function wrongTenders(db: Db, part: Part): Promise<BookRow[]> {
  return (await findWrongTenders(db, part)).map(({ order_id, method, paid, payments }) => ({
    law: 'tenders',
    subject: `order:${order_id}`,
    found: paid,
    expected: paid < 0 || method === 'card' ? 0 : null,
    words:
      payments > 0
        ? `Order #${order_id} was written down by the farmer, but has a card payment.`
        : method === 'card'
          ? `Order #${order_id} is paid by card, but ${formatCents(paid)} were taken without one.`
          : `Order #${order_id}: ${formatCents(-paid)} more was given back than was taken.`,
  }))
}

/**
 * Never more is given back than was taken, unless the market did so and the farmer was told; an order
 * has either a card payment or other ones.
 */
function findWrongTenders(db: Db, part: Part) {
  return rowsOf(
    db,
    sql<{ order_id: number; method: 'card' | 'other'; paid: number; payments: number }>`
      select orders.id as order_id, orders.payment_method as method, sum(sides.paid) as paid,
        sum(sides.payments) as payments
      from (
        select order_id, amount_cents as paid, 0 as payments, 1 as tenders from tenders
        where order_id is not null and ${isOf(part, 'order_id')}
        union all
        select orders.id, 0, 1, 0 from orders join payments on payments.order_id = orders.id
        where orders.payment_method = 'other' and ${isOf(part, 'orders.id')}
      ) as sides
      join orders on orders.id = sides.order_id
      group by orders.id, orders.payment_method
      having (sum(sides.paid) < 0 and not exists (select 1 from stall_commands as told
          where told.order_id = orders.id and told.outcome = 'set-aside' and told.counts
            and told.kind in ('pay-back', 'void-pay')))
        or sum(sides.payments) > 0
        or (orders.payment_method = 'card' and sum(sides.tenders) > 0)
      order by orders.id`,
  )
}
