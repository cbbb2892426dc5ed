import { type Selectable, sql } from 'kysely'
import { type Cents, cents, toDollars } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { standingCentsOf, standingOf } from '#contract/money/standing.ts'
import { formatWeighed as formatTop, formatWeighing } from '#contract/packing/weigh.ts'
import type { LineByWeight } from '#contract/packing/weighing.ts'
import type { OrderItemsTable } from '#server/db/tables/orders.ts'
import type { Db } from '#server/db/tables.ts'
import { STANDING_UNITS } from './standing-units.ts'

/** Lines of orders, with what they weigh as they stand now. */
export function selectItems(db: Db) {
  return db
    .selectFrom('order_items')
    .leftJoin('weighings', (join) =>
      join
        .onRef('weighings.order_id', '=', 'order_items.order_id')
        .onRef('weighings.product_id', '=', 'order_items.product_id')
        .on(sql<boolean>`weighings.units = ${STANDING_UNITS}`),
    )
    .selectAll('order_items')
    .select(['weighings.thousandths', 'weighings.cents as weighed_cents', 'weighings.settled_at'])
}

export type ItemRow = Selectable<OrderItemsTable> & {
  thousandths?: number | null
  weighed_cents?: number | null
  settled_at?: string | null
}

export function findItem(db: Db, orderId: number, productId: number): Promise<ItemRow | undefined> {
  return selectItems(db)
    .where('order_items.order_id', '=', orderId)
    .where('order_items.product_id', '=', productId)
    .executeTakeFirst()
}

/** How a line stands that is sold by weight; null of any other. */
export function showWeight(item: ItemRow): LineByWeight | null {
  const { weigh_unit: unit, weigh_cents: rate, weigh_to: to, thousandths = null } = item
  if (!unit || !rate || !to) return null
  const { weighed_cents: amount = null } = item
  return {
    unit,
    price: toDollars(rate),
    to: to / 1000,
    paid: dollarsOf(standingCentsOf(item)),
    weight: thousandths === null ? null : thousandths / 1000,
    amount: amount === null ? null : dollarsOf(amount),
    toSendBack: toDollars(owedFor(item)),
  }
}

/** `3.85 lb at $6.00/lb: $23.10`; null of what was not weighed. */
export function formatWeighed(item: ItemRow): string | null {
  const { weigh_unit: unit, weigh_cents: rate, thousandths = null, weighed_cents: cents } = item
  if (!unit || !rate || cents === null || cents === undefined) return null
  return formatWeighing({ thousandths, cents, unit, rate, most: standingCentsOf(item) })
}

/** What was weighed of a line; before that, what it may cost and why; null of what is sold by the piece. */
export function formatByWeight(item: ItemRow): string | null {
  const { weigh_unit: unit, weigh_cents: rate, weigh_to: to } = item
  const weighed = formatWeighed(item)
  if (weighed !== null || !unit || !rate || !to || standingOf(item) === 0) return weighed
  return formatTop({ unit, cents: rate, to })
}

/** What is to be sent back for a line, in cents: nothing twice. */
export function owedFor(item: ItemRow): Cents {
  const { weighed_cents: amount = null, settled_at: settled = null } = item
  if (amount === null || settled !== null) return cents(0)
  return cents(Math.max(0, standingCentsOf(item) - amount))
}

type Paid = {
  /** What its lines weigh less. */
  owed: Cents
  /** What was paid and not given back. */
  left: Cents
  /** What the order costs before its weight counts. */
  worth: Cents
}

/** What goes back of it: money that went back by hand before counts, and never goes back twice. */
export function backFor({ owed, left, worth }: Paid): Cents {
  return cents(Math.min(owed, Math.max(0, left - (worth - owed))))
}
