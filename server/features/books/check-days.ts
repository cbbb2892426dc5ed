import { sql } from 'kysely'
import type { BookRow } from '#contract/money/books.ts'
import { formatFullDay } from '#contract/time/date-format.ts'
import type { Db } from '#server/db/tables.ts'
import { STANDING_UNITS } from '#server/features/standing/order-balance.ts'
import { checkLoads } from './check-loads.ts'
import { checkSold } from './check-sold.ts'
import { law } from './order-laws.ts'

/** What is looked at as a whole each time, since no order tells of it. */
export async function checkDays(db: Db): Promise<BookRow[]> {
  return [
    ...(await wrongCounts(db, 'all')),
    ...(await wrongLimits(db, 'all')),
    ...(await checkSold(db)),
    ...(await checkLoads(db)),
  ]
}

/** The taken boxes of a day with a capacity are its orders that are not cancelled. */
const wrongCounts = law(
  () => sql<{ id: number; day: string; name: string; taken: number; orders: number }>`
    select market_days.id, market_days.day, places.name, market_days.taken, count(orders.id) as orders
    from market_days
    join places on places.id = market_days.place_id
    left join orders on orders.market_day_id = market_days.id and orders.status <> 'cancelled'
    where market_days.capacity is not null
    group by market_days.id, market_days.day, places.name, market_days.taken
    having market_days.taken <> count(orders.id)
    order by market_days.id`,
  ({ id, day, name, taken, orders }) => ({
    law: 'places',
    subject: `day:${id}`,
    found: taken,
    expected: Number(orders),
    words: `${name} on ${formatFullDay(day)}: ${taken} boxes are taken, but there are ${orders} orders.`,
  }),
)

/** What a day counts of a product it takes so many of is what stands on it. */
const wrongLimits = law(
  () => sql<{ id: number; day: string; place: string; name: string; taken: number; units: number }>`
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
  ({ id, day, place, name, taken, units }) => ({
    law: 'limits',
    subject: `day:${id}`,
    found: taken,
    expected: Number(units),
    words: `${place} on ${formatFullDay(day)}: ${taken} of ${name} are counted, but ${units} are ordered.`,
  }),
)

const WHOLE: ReadonlySet<BookRow['law']> = new Set([
  ...(['places', 'limits', 'sale', 'cash'] as const),
  ...(['load', 'debts', 'commands'] as const),
])

/** Whether each check finds these rows anew. */
export function isOfDays({ law }: BookRow): boolean {
  return WHOLE.has(law)
}
