import { sql } from 'kysely'
import type { BookRow } from '#contract/money/books.ts'
import { formatCents } from '#contract/money/plain-dollars.ts'
import { formatFullDay } from '#contract/time/date-format.ts'
import { isVoidAs, OWN_RETURNS } from '#server/db/void-kinds.ts'
import type { Db } from '#server/db/write.ts'
import { BOXES } from '#server/features/calendar/day-room.ts'
import { STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'
import { law } from './order-laws.ts'

const wrongCounts = law(
  () => sql<{ id: number; day: string; name: string; taken: number; boxes: number }>`
    select market_days.id, market_days.day, places.name, market_days.taken, ${BOXES} as boxes
    from market_days
    join places on places.id = market_days.place_id
    left join orders on orders.market_day_id = market_days.id and orders.status <> 'cancelled'
    where market_days.capacity is not null
    group by market_days.id, market_days.day, places.name, market_days.taken
    having market_days.taken <> ${BOXES}
    order by market_days.id`,
  ({ id, day, name, taken, boxes }) => ({
    law: 'places',
    subject: `day:${id}`,
    found: taken,
    expected: boxes,
    message: `${name} on ${formatFullDay(day)}: ${taken} boxes are taken, but orders fill ${boxes}.`,
  }),
)

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
    expected: units,
    message: `${place} on ${formatFullDay(day)}: ${taken} of ${name} are counted, but ${units} are ordered.`,
  }),
)

const REPORTED = sql`
  select market_day_id, product_id, sum(loaded) as wish, sum(back) as back, sum(waste) as waste
  from stall_goods where not exists (select target_id from voids
    where target_id = stall_goods.command_id and ${isVoidAs(OWN_RETURNS)})
  group by market_day_id, product_id`

const SOLD = sql`
  select market_day_id, product_id, sum(units) as sold
  from sale_items join sales on sales.id = sale_items.sale_id
  where undone_at is null and product_id is not null
  group by market_day_id, product_id`

const atLeast = (sum: string) =>
  sql`case when coalesce(${sql.ref(sum)}, 0) < 0 then 0 else coalesce(${sql.ref(sum)}, 0) end`
const partOf = (what: string, found: string, expected: ReturnType<typeof atLeast>) => sql`
  select market_day_id as day, product_id as product, ${sql.lit(what)} as what,
    ${sql.ref(found)} as found, ${expected} as expected from sides`

/** A day's load equals what was reported and sold, and stock moved by what the day took from it. */
const wrongLoads = law(
  () => sql<{ day: number; product: number; what: string; found: number; expected: number }>`
    with moved as (
      select market_day_id, product_id,
        -sum(case when truck is not null then delta else 0 end) as onto,
        -sum(case when truck is null and reason = 'waste' then delta else 0 end) as thrown,
        -sum(case when truck is null and reason <> 'waste' then delta else 0 end) as given
      from stock_movements where market_day_id is not null group by market_day_id, product_id
    ), sides as (
      select loads.market_day_id, loads.product_id, loads.wish, loads.back, loads.waste,
        loads.sold, loads.loaded, loads.from_stock, loads.wasted,
        told.wish as told_wish, told.back as told_back, told.waste as told_waste,
        sold.sold as told_sold, moved.onto, moved.given, moved.thrown
      from stall_loads as loads
      left join (${REPORTED}) as told on told.market_day_id = loads.market_day_id
        and told.product_id = loads.product_id
      left join (${SOLD}) as sold on sold.market_day_id = loads.market_day_id
        and sold.product_id = loads.product_id
      left join moved on moved.market_day_id = loads.market_day_id
        and moved.product_id = loads.product_id
    ), parts as (
      ${sql.join(
        [
          partOf('put on the truck', 'wish', atLeast('told_wish')),
          partOf('back from it', 'back', atLeast('told_back')),
          partOf('thrown away', 'waste', atLeast('told_waste')),
          partOf('sold', 'sold', atLeast('told_sold')),
          partOf('taken from the stock for the truck', 'loaded', sql`coalesce(onto, 0)`),
          partOf('taken from the stock for sales', 'from_stock', sql`coalesce(given, 0)`),
          partOf('taken from the stock as waste', 'wasted', sql`coalesce(thrown, 0)`),
        ],
        sql` union all `,
      )}
    )
    select * from parts where found <> expected order by day, product, what`,
  ({ day, product, what, found, expected }) => ({
    law: 'load',
    subject: `day:${day}`,
    found,
    expected,
    message: `At the stall, ${found} of product ${product} are ${what}, but ${expected} were written down.`,
  }),
)

/** Until settled, a day owes the stock what it sold or loaded beyond what it received. */
const wrongDebts = law(
  () => sql<{ day: number; product: number; found: number; expected: number }>`
    select market_day_id as day, product_id as product, sum(found) as found,
      sum(expected) as expected
    from (
      select market_day_id, product_id, units + others as found, 0 as expected from stock_debts
      union all
      select market_day_id, product_id, 0, case when settled_at is not null then 0 else
        case when sold > loaded then sold - loaded - from_stock else 0 end
        + case when wish - back - waste > loaded then wish - back - waste - loaded else 0 end
        + waste - wasted end
      from stall_loads
    ) as sides
    group by market_day_id, product_id
    having sum(found) <> sum(expected)
    order by market_day_id, product_id`,
  ({ day, product, found, expected }) => ({
    law: 'debts',
    subject: `day:${day}`,
    found,
    expected,
    message: `The stock owes ${found} of product ${product} to a market day, but ${expected} were sold or loaded beyond it.`,
  }),
)

const wrongCommands = law(
  () => sql<{ id: string; is_told: number }>`
    select stall_commands.id, 1 as is_told from stall_commands
    left join sales on sales.id = stall_commands.id
    where kind = 'sell' and counts and sales.id is null
    union all
    select sales.id, 0 from sales
    left join stall_commands on stall_commands.id = sales.id and kind = 'sell' and counts
    where stall_commands.id is null
    order by 1`,
  ({ id, is_told }) => ({
    law: 'commands',
    subject: `sale:${id}`,
    found: null,
    expected: null,
    message: is_told
      ? 'A sale was written down that is not there.'
      : 'There is a sale that nobody wrote down.',
  }),
)

const wrongSaleSums = law(
  () => sql<{
    id: string
    owed: number
    total: number
    lines: number
    paid: number
  }>`
    select id, case when undone_at is null then total_cents else 0 end as owed,
      total_cents as total, coalesce(items.cents, 0) as lines, coalesce(paid.cents, 0) as paid
    from sales
    left join (select sale_id, sum(cents) as cents from sale_items group by sale_id) as items
      on items.sale_id = sales.id
    left join (select sale_id, sum(amount_cents) as cents from tenders
      where sale_id is not null group by sale_id) as paid on paid.sale_id = sales.id
    where coalesce(items.cents, 0) <> total_cents or coalesce(paid.cents, 0) <>
      case when undone_at is null then total_cents else 0 end
    order by id`,
  ({ id, owed, total, lines, paid }) => {
    const isOfLines = lines !== total
    const [found, expected] = isOfLines ? [lines, total] : [paid, owed]
    const message = isOfLines
      ? `A sale of ${formatCents(total)} has lines that add up to ${formatCents(found)}.`
      : `A sale of ${formatCents(expected)} has payments of ${formatCents(found)}.`
    return { law: 'sale', subject: `sale:${id}`, found, expected, message }
  },
)

/** Entries that don't name a count may fall on either side of one this close, in milliseconds. */
const NEAR = 10_000

async function wrongBoxes(db: Db): Promise<BookRow[]> {
  const counts = await db.selectFrom('cash_counts').selectAll().orderBy('id').execute()
  const rows: BookRow[] = []
  for (const { market_day_id, number, expected_cents: found, at } of counts) {
    const from = new Date(Date.parse(at) - NEAR).toISOString()
    const until = new Date(Date.parse(at) + NEAR).toISOString()
    const { rows: parts } = await sql<CashPart>`
      select amount_cents as cents, at, after_count as "after" from tenders
      where is_cash and market_day_id = ${market_day_id}
      union all
      select amount_cents, at, after_count from cash_moves
      where market_day_id = ${market_day_id}`.execute(db)
    const sumOf = (isMeant: (part: CashPart) => boolean) =>
      parts.filter(isMeant).reduce((sum, { cents }) => sum + cents, 0)
    const isNear = ({ at, after }: CashPart) => after === null && at >= from && at <= until
    const expected = sumOf(({ at, after }) => (after === null ? at < from : after < number))
    const least = expected + sumOf((part) => isNear(part) && part.cents < 0)
    const most = expected + sumOf((part) => isNear(part) && part.cents > 0)
    if (found >= least && found <= most) continue
    const message = `Count ${number} of the cash box says that ${formatCents(found)} should be there, but it adds up to ${formatCents(expected)}.`
    rows.push({ law: 'cash', subject: `day:${market_day_id}`, found, expected, message })
  }
  return rows
}

type CashPart = { cents: number; at: string; after: number | null }

const LAWS = [
  wrongCounts,
  wrongLimits,
  wrongSaleSums,
  wrongBoxes,
  wrongLoads,
  wrongDebts,
  wrongCommands,
]

export async function checkDays(db: Db): Promise<BookRow[]> {
  const rows: BookRow[] = []
  for (const find of LAWS) rows.push(...(await find(db, 'all')))
  return rows
}
