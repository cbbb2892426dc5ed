import { sql } from 'kysely'
import type { BookRow } from '#contract/money/books.ts'
import { formatFullDay } from '#contract/time/date-format.ts'
import type { Db } from '#server/db/tables.ts'
import { GRACE } from '#server/features/calendar/day-room.ts'
import { STANDING_UNITS } from '#server/features/standing/order-balance.ts'
import { isOf, type Part, rowsOf } from './book-queries.ts'
import { checkLoads } from './check-loads.ts'
import { checkSold } from './check-sold.ts'

const nothing = { found: null, expected: null }

/** An order is begun before its ordering ends, and placed within half an hour of it. */
export async function lateOrders(db: Db, part: Part): Promise<BookRow[]> {
  return (await listLateOrders(db, part)).flatMap(({ order_id, order_until, begun, placed }) => {
    const isBegunLate = begun !== null && begun >= order_until
    const isPlacedLate = Date.parse(placed) >= Date.parse(order_until) + GRACE
    if (!isBegunLate && !isPlacedLate) return []
    const what = isBegunLate ? `was begun at ${begun}` : `was placed at ${placed}`
    return {
      law: 'late',
      subject: `order:${order_id}`,
      ...nothing,
      words: `Order #${order_id} ${what}, but orders were taken until ${order_until}.`,
    }
  })
}

export async function wrongPlaces(db: Db, part: Part): Promise<BookRow[]> {
  return (await findWrongPlaces(db, part)).map(
    ({ order_id, order_place, order_day, place, day }) => ({
      law: 'place',
      subject: `order:${order_id}`,
      ...nothing,
      words: `Order #${order_id} says ${order_place ?? 'no place'} on ${order_day ?? 'no day'}, but its market day is ${day ? `${place} on ${day}` : 'missing'}.`,
    }),
  )
}

/** What is looked at as a whole each time, since no order tells of it. */
export async function checkDays(db: Db): Promise<BookRow[]> {
  return [
    ...(await wrongCounts(db)),
    ...(await wrongLimits(db)),
    ...(await checkSold(db)),
    ...(await checkLoads(db)),
  ]
}

async function wrongCounts(db: Db): Promise<BookRow[]> {
  return (await findWrongCounts(db)).map(({ id, day, name, taken, orders }) => ({
    law: 'places',
    subject: `day:${id}`,
    found: taken,
    expected: Number(orders),
    words: `${name} on ${formatFullDay(day)}: ${taken} boxes are taken, but there are ${orders} orders.`,
  }))
}

async function wrongLimits(db: Db): Promise<BookRow[]> {
  return (await findWrongLimits(db)).map(({ id, day, place, name, taken, units }) => ({
    law: 'limits',
    subject: `day:${id}`,
    found: taken,
    expected: Number(units),
    words: `${place} on ${formatFullDay(day)}: ${taken} of ${name} are counted, but ${units} are ordered.`,
  }))
}

const WHOLE: ReadonlySet<BookRow['law']> = new Set([
  ...(['places', 'limits', 'sale', 'cash'] as const),
  ...(['load', 'debts', 'commands'] as const),
])

/** Whether each check finds these rows anew. */
export function isOfDays({ law }: BookRow): boolean {
  return WHOLE.has(law)
}

/** Card orders whose payment was begun, or which were placed, at the end of ordering or after it. */
function listLateOrders(db: Db, part: Part) {
  return rowsOf(
    db,
    sql<{ order_id: number; order_until: string; begun: string | null; placed: string }>`
      select orders.id as order_id, orders.order_until, payments.created_at as begun, orders.created_at as placed
      from orders left join payments on payments.order_id = orders.id
      where orders.order_until is not null and orders.payment_method = 'card'
        and ${isOf(part, 'orders.id')}
        and (payments.created_at >= orders.order_until or orders.created_at >= orders.order_until)
      order by orders.id`,
  )
}

/** An order for pickup says the place and the day of its market day. */
function findWrongPlaces(db: Db, part: Part) {
  return rowsOf(
    db,
    sql<{
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
  )
}

/** The taken boxes of a day with a capacity are its orders that are not cancelled. */
function findWrongCounts(db: Db) {
  return rowsOf(
    db,
    sql<{ id: number; day: string; name: string; taken: number; orders: number }>`
      select market_days.id, market_days.day, places.name, market_days.taken, count(orders.id) as orders
      from market_days
      join places on places.id = market_days.place_id
      left join orders on orders.market_day_id = market_days.id and orders.status <> 'cancelled'
      where market_days.capacity is not null
      group by market_days.id, market_days.day, places.name, market_days.taken
      having market_days.taken <> count(orders.id)
      order by market_days.id`,
  )
}

/** What a day counts of a product it takes so many of is what stands on it. */
function findWrongLimits(db: Db) {
  return rowsOf(
    db,
    sql<{ id: number; day: string; place: string; name: string; taken: number; units: number }>`
      select market_days.id, market_days.day, places.name as place, products.name,
        day_limits.taken, coalesce(sums.units, 0) as units
      from day_limits
      join market_days on market_days.id = day_limits.market_day_id
      join places on places.id = market_days.place_id
      join products on products.id = day_limits.product_id
      left join (
        select orders.market_day_id, order_items.product_id, sum(${STANDING_UNITS}) as units
        from orders join order_items on order_items.order_id = orders.id
        where orders.status <> 'cancelled'
          and orders.market_day_id in (select market_day_id from day_limits)
        group by orders.market_day_id, order_items.product_id
      ) as sums on sums.market_day_id = day_limits.market_day_id
        and sums.product_id = day_limits.product_id
      where day_limits.taken <> coalesce(sums.units, 0)
      order by market_days.id, products.id`,
  )
}
