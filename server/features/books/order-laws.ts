import { type RawBuilder, sql } from 'kysely'
import type { BookRow } from '#contract/money/books.ts'
import { formatCents } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/write.ts'
import { GRACE } from '#server/features/calendar/day-room.ts'
import { STANDING_CENTS, STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'

export type Part = 'all' | { from: number; until: number } | 'without-order'

export const BLOCK_SIZE = 1000

export function blockOf(orderId: number): number {
  return Math.floor(orderId / BLOCK_SIZE)
}

function isOf(part: Part, orderId: string) {
  if (part === 'all') return sql`true`
  const column = sql.ref(orderId)
  return part === 'without-order'
    ? sql`${column} is null`
    : sql`${column} >= ${part.from} and ${column} < ${part.until}`
}

type Law = (db: Db, part: Part) => Promise<BookRow[]>

/** A law is one query, in one pass over a table, for the rows that differ, and their sentences. */
export function law<Row>(
  query: (part: Part) => RawBuilder<Row>,
  tell: (row: Row) => BookRow | [],
): Law {
  return async (db, part) => (await query(part).execute(db)).rows.flatMap(tell)
}

const nothing = { found: null, expected: null }

/** An order's stock movements match its lines: what it holds is out, what it gave back isn't. */
const wrongMovements = law(
  (part) => sql<{ order_id: number; product_id: number; moved: number; owed: number }>`
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
  ({ order_id, product_id, moved, owed }) => ({
    law: 'movements',
    subject: `order:${order_id}`,
    found: moved,
    expected: owed,
    message: `Order #${order_id} moved product ${product_id} by ${moved}, but its lines say ${owed}.`,
  }),
)

const wrongSubtotals = law(
  (part) => sql<{ order_id: number; subtotal: number; lines: number }>`
    select orders.id as order_id, orders.subtotal_cents as subtotal, coalesce(sums.lines, 0) as lines
    from orders
    left join (
      select order_id, sum(quantity * unit_cents) as lines from order_items
      where ${isOf(part, 'order_id')} group by order_id
    ) as sums
      on sums.order_id = orders.id
    where orders.subtotal_cents <> coalesce(sums.lines, 0) and ${isOf(part, 'orders.id')}
    order by orders.id`,
  ({ order_id, subtotal, lines }) => ({
    law: 'subtotal',
    subject: `order:${order_id}`,
    found: subtotal,
    expected: lines,
    message: `Order #${order_id} has a subtotal of ${formatCents(subtotal)}, but its lines add up to ${formatCents(lines)}.`,
  }),
)

const wrongChangedLines = law(
  (part) => sql<{
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
  (row) => ({
    law: 'changed',
    subject: `order:${row.order_id}`,
    found: row.cents,
    expected: row.owed_cents,
    message: `Order #${row.order_id} has product ${row.product_id} changed by ${row.units} for ${formatCents(row.cents)}, but its changes say ${row.owed_units} for ${formatCents(row.owed_cents)}.`,
  }),
)

/** A change's lines and fee equal what the order lost; its refund is at most what was decided. */
const wrongChanges = law(
  (part) => sql<{
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
  ({ order_id, number, delta, lines, decided, refunded }) => ({
    law: 'balance',
    subject: `order:${order_id}`,
    found: delta === lines ? refunded : delta,
    expected: delta === lines ? decided : lines,
    message:
      delta === lines
        ? `Change ${number} of order #${order_id} refunded ${formatCents(refunded)} of the ${formatCents(decided)} that were decided.`
        : `Change ${number} of order #${order_id} says ${formatCents(delta)}, but its lines add up to ${formatCents(lines)}.`,
  }),
)

/** A change's refund failed with nothing left to refund: the money went back another way. */
const settledOtherwise = law(
  (part) => sql<{ order_id: number; number: number; amount: number; left: number }>`
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
  ({ order_id, number, amount, left }) => ({
    law: 'settled',
    subject: `order:${order_id}`,
    found: left,
    expected: amount,
    message: `Change ${number} of order #${order_id}: its refund of ${formatCents(amount)} failed, and was settled otherwise: ${formatCents(left)} of the order is left to give back.`,
  }),
)

const wrongFees = law(
  (part) => sql<{ order_id: number; fee: number; back: number }>`
    select orders.id as order_id, orders.delivery_cents as fee, coalesce(sums.cents, 0) as back
    from orders
    left join (select order_id, sum(delivery_cents) as cents from order_changes group by order_id)
      as sums on sums.order_id = orders.id
    where ${isOf(part, 'orders.id')} and (
      orders.delivery_cents + coalesce(sums.cents, 0) < 0
      or orders.delivery_method = 'pickup' and orders.delivery_cents + coalesce(sums.cents, 0) <> 0
    )
    order by orders.id`,
  ({ order_id, fee, back }) => ({
    law: 'fee',
    subject: `order:${order_id}`,
    found: 0 - back,
    expected: fee,
    message: `Order #${order_id} paid a delivery fee of ${formatCents(fee)}, and has ${formatCents(0 - back)} of it back.`,
  }),
)

/** A line settled by weight is never worth more than it weighed. */
const wrongWeights = law(
  (part) => sql<{ order_id: number; product_id: number; standing: number; cents: number }>`
    select * from (
      select weighings.order_id, weighings.product_id, weighings.cents, ${STANDING_CENTS} as standing
      from weighings
      join order_items on order_items.order_id = weighings.order_id
        and order_items.product_id = weighings.product_id
      where weighings.settled_at is not null and ${isOf(part, 'weighings.order_id')}
        and weighings.units = ${STANDING_UNITS}
    ) as settled
    where standing > cents
    order by order_id, product_id`,
  ({ order_id, product_id, standing, cents }) => ({
    law: 'weight',
    subject: `order:${order_id}`,
    found: standing,
    expected: cents,
    message: `Order #${order_id} pays ${formatCents(standing)} for product ${product_id}, whose weight comes to ${formatCents(cents)}.`,
  }),
)

/** A captured payment has an order of its amount; a released one that was taken has none. */
const wrongCaptures = law(
  (part) => sql<{
    payment_id: string
    order_id: number | null
    captured: number
    total: number | null
  }>`
    select payments.id as payment_id, payments.order_id, payments.captured_cents as captured, orders.total_cents as total
    from payments left join orders on orders.id = payments.order_id
    where ${isOf(part, 'payments.order_id')} and (
      (payments.state = 'captured' and (orders.id is null or orders.total_cents <> payments.captured_cents))
      or (payments.alerted_at is not null and payments.state in ('capturing', 'canceling'))
    )
    order by payments.id`,
  ({ payment_id, order_id, captured, total }) => ({
    law: 'captured',
    subject: order_id === null ? `payment:${payment_id}` : `order:${order_id}`,
    found: captured,
    expected: total,
    message:
      total === null
        ? `Payment ${payment_id} was charged without an order. Please check it at the card provider.`
        : `Order #${order_id} costs ${formatCents(total)}, but ${formatCents(captured)} was charged.`,
  }),
)

const ordersWithoutMoney = law(
  (part) => sql<{ order_id: number; state: string | null }>`
    select orders.id as order_id, payments.state
    from orders left join payments on payments.order_id = orders.id
    where ${isOf(part, 'orders.id')} and orders.payment_method = 'card'
      and (payments.state is null or payments.state in ('creating', 'open'))
    order by orders.id`,
  ({ order_id, state }) => ({
    law: 'paid',
    subject: `order:${order_id}`,
    found: null,
    expected: null,
    message: state
      ? `Order #${order_id} was placed, but its payment is ${state}.`
      : `Order #${order_id} has no payment.`,
  }),
)

const wrongRefunds = law(
  (part) => sql<{
    order_id: number | null
    payment_id: string
    captured: number
    refunded: number
  }>`
    select payments.order_id, payments.id as payment_id, payments.captured_cents as captured, sums.refunded
    from (
      select refunds.payment_id, sum(refunds.amount_cents) as refunded
      from refunds join payments on payments.id = refunds.payment_id
      where refunds.state <> 'failed' and ${isOf(part, 'payments.order_id')} group by refunds.payment_id
    ) as sums
    join payments on payments.id = sums.payment_id
    where sums.refunded > payments.captured_cents
    order by payments.id`,
  ({ order_id, payment_id, captured, refunded }) => ({
    law: 'refunds',
    subject: order_id === null ? `payment:${payment_id}` : `order:${order_id}`,
    found: refunded,
    expected: captured,
    message: `${order_id === null ? `Payment ${payment_id}` : `Order #${order_id}`}: ${formatCents(refunded)} refunded of ${formatCents(captured)} charged.`,
  }),
)

/**
 * Refunds never exceed takings unless made at the market with the farmer told; an order has either
 * a card payment or other tenders.
 */
const wrongTenders = law(
  (part) => sql<{ order_id: number; method: 'card' | 'other'; paid: number; payments: number }>`
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
  ({ order_id, method, paid, payments }) => ({
    law: 'tenders',
    subject: `order:${order_id}`,
    found: paid,
    expected: paid < 0 || method === 'card' ? 0 : null,
    message:
      payments > 0
        ? `You took order #${order_id} yourself, but it has a card payment.`
        : method === 'card'
          ? `Order #${order_id} is paid by card, but ${formatCents(paid)} were taken without one.`
          : `Order #${order_id}: ${formatCents(-paid)} more was given back than was taken.`,
  }),
)

export const lateOrders = law(
  (part) => sql<{ order_id: number; order_until: string; begun: string | null; placed: string }>`
    select orders.id as order_id, orders.order_until,
      coalesce(payments.created_at, pickup_requests.asked_at) as begun, orders.created_at as placed
    from orders left join payments on payments.order_id = orders.id
      left join pickup_requests on pickup_requests.order_id = orders.id
    where orders.order_until is not null
      and (orders.payment_method = 'card' or pickup_requests.order_id is not null)
      and ${isOf(part, 'orders.id')}
      and (coalesce(payments.created_at, pickup_requests.asked_at) >= orders.order_until
        or orders.created_at >= orders.order_until)
    order by orders.id`,
  ({ order_id, order_until, begun, placed }) => {
    const isBegunLate = begun !== null && begun >= order_until
    const isPlacedLate = Date.parse(placed) >= Date.parse(order_until) + GRACE
    if (!isBegunLate && !isPlacedLate) return []
    const what = isBegunLate ? `was begun at ${begun}` : `was placed at ${placed}`
    return {
      law: 'late',
      subject: `order:${order_id}`,
      ...nothing,
      message: `Order #${order_id} ${what}, but orders were taken until ${order_until}.`,
    }
  },
)

const wrongPlaces = law(
  (part) => sql<{
    order_id: number
    order_place: string | null
    order_day: string | null
    place: string | null
    day: string | null
  }>`
    select orders.id as order_id, orders.pickup_location as order_place, orders.pickup_date as order_day,
      places.key as place, market_days.day
    from orders
    left join market_days on market_days.id = orders.market_day_id
    left join places on places.id = market_days.place_id
    where orders.delivery_method = 'pickup' and ${isOf(part, 'orders.id')}
      and (market_days.id is not null or orders.pickup_date is not null)
      and (places.key is null or orders.pickup_location is null
        or orders.pickup_location <> places.key
        or orders.pickup_date is null or orders.pickup_date <> market_days.day)
    order by orders.id`,
  ({ order_id, order_place, order_day, place, day }) => ({
    law: 'place',
    subject: `order:${order_id}`,
    ...nothing,
    message: `Order #${order_id} says ${order_place ?? 'no place'} on ${order_day ?? 'no day'}, but its market day is ${day ? `${place} on ${day}` : 'missing'}.`,
  }),
)

export const ORDER_LAWS: readonly Law[] = [
  wrongMovements,
  wrongSubtotals,
  wrongChangedLines,
  wrongChanges,
  settledOtherwise,
  wrongFees,
  wrongWeights,
  wrongCaptures,
  ordersWithoutMoney,
  wrongRefunds,
  wrongTenders,
  lateOrders,
  wrongPlaces,
]
