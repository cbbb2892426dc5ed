import { sql } from 'kysely'
import type { BookRow } from '#contract/money/books.ts'
import { formatCents } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/tables.ts'
import { isOf, type Part, rowsOf } from './book-queries.ts'

export async function wrongChangedLines(db: Db, part: Part): Promise<BookRow[]> {
  return (await findWrongChangedLines(db, part)).map((row) => ({
    law: 'changed',
    subject: `order:${row.order_id}`,
    found: row.cents,
    expected: row.owed_cents,
    words: `Order #${row.order_id} has product ${row.product_id} changed by ${row.units} for ${formatCents(row.cents)}, but its changes say ${row.owed_units} for ${formatCents(row.owed_cents)}.`,
  }))
}

export async function wrongChanges(db: Db, part: Part): Promise<BookRow[]> {
  return (await findWrongChanges(db, part)).map(
    ({ order_id, number, delta, lines, decided, refunded }) => ({
      law: 'balance',
      subject: `order:${order_id}`,
      found: delta === lines ? refunded : delta,
      expected: delta === lines ? decided : lines,
      words:
        delta === lines
          ? `Change ${number} of order #${order_id} refunded ${formatCents(refunded)} of the ${formatCents(decided)} that were decided.`
          : `Change ${number} of order #${order_id} says ${formatCents(delta)}, but its lines add up to ${formatCents(lines)}.`,
    }),
  )
}

/**
 * A change's refund that failed and of which nothing is left to give: its money went back otherwise,
 * and nothing is to be done.
 */
export async function settledOtherwise(db: Db, part: Part): Promise<BookRow[]> {
  const rows = await rowsOf(
    db,
    sql<{ order_id: number; number: number; amount: number; left: number }>`
      select * from (
        select order_changes.order_id, order_changes.number, refunds.amount_cents as amount,
          payments.captured_cents - coalesce((
            select sum(others.amount_cents) from refunds as others
            where others.payment_id = payments.id and others.state <> 'failed'
          ), 0) as "left"
        from refunds
        join order_changes on order_changes.id = refunds.id
        join payments on payments.id = refunds.payment_id
        where refunds.state = 'failed' and ${isOf(part, 'order_changes.order_id')}
      ) as failed
      where "left" < amount
      order by order_id, number`,
  )
  return rows.map(({ order_id, number, amount, left }) => ({
    law: 'settled',
    subject: `order:${order_id}`,
    found: Number(left),
    expected: amount,
    words: `Change ${number} of order #${order_id}: its refund of ${formatCents(amount)} failed, and was settled otherwise: ${formatCents(Number(left))} of the order is left to give back.`,
  }))
}

/** A line's changed units and cents are those of its order's changes. */
function findWrongChangedLines(db: Db, part: Part) {
  return rowsOf(
    db,
    sql<{
      order_id: number
      product_id: number
      units: number
      cents: number
      owed_units: number
      owed_cents: number
    }>`
      select order_id, product_id, sum(units) as units, sum(cents) as cents,
        sum(owed_units) as owed_units, sum(owed_cents) as owed_cents
      from (
        select order_id, product_id, changed as units, changed_cents as cents, 0 as owed_units, 0 as owed_cents
        from order_items where (changed <> 0 or changed_cents <> 0) and ${isOf(part, 'order_id')}
        union all
        select order_id, product_id, 0, 0, units, cents
        from order_change_lines join order_changes on order_changes.id = order_change_lines.change_id
        where ${isOf(part, 'order_changes.order_id')}
      ) as sides
      group by order_id, product_id
      having sum(units) <> sum(owed_units) or sum(cents) <> sum(owed_cents)
      order by order_id, product_id`,
  )
}

/** A change's lines and its fee are what the order is worth less, and its refund is no more than was decided. */
function findWrongChanges(db: Db, part: Part) {
  return rowsOf(
    db,
    sql<{
      order_id: number
      number: number
      delta: number
      lines: number
      decided: number
      refunded: number
    }>`
      select order_changes.order_id, order_changes.number, order_changes.delta_cents as delta,
        order_changes.delivery_cents + coalesce(sums.cents, 0) as lines,
        order_changes.refunded_cents as decided, coalesce(refunds.amount_cents, 0) as refunded
      from order_changes
      left join (select change_id, sum(cents) as cents from order_change_lines group by change_id) as sums
        on sums.change_id = order_changes.id
      left join refunds on refunds.id = order_changes.id
      where ${isOf(part, 'order_changes.order_id')} and (
        order_changes.delta_cents <> order_changes.delivery_cents + coalesce(sums.cents, 0)
        or coalesce(refunds.amount_cents, 0) > order_changes.refunded_cents
      )
      order by order_changes.order_id, order_changes.number`,
  )
}
