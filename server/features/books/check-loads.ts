import { sql } from 'kysely'
import type { BookRow } from '#contract/money/books.ts'
import type { Db } from '#server/db/tables.ts'
import { isVoidAs, OWN_HOME } from '#server/db/void-kinds.ts'
import { rowsOf } from './order-laws.ts'

/** The stall's reports: checked as a whole each time, since no order refers to them. */
export async function checkLoads(db: Db): Promise<BookRow[]> {
  return [...(await wrongLoads(db)), ...(await wrongDebts(db)), ...(await wrongCommands(db))]
}

const REPORTED = sql`
  select market_day_id, product_id, sum(loaded) as wish, sum(back) as back, sum(waste) as waste
  from stall_goods where not exists (select target_id from voids
    where target_id = stall_goods.command_id and ${isVoidAs(OWN_HOME)})
  group by market_day_id, product_id`

const SOLD = sql`
  select market_day_id, product_id, sum(units) as sold
  from sale_items join sales on sales.id = sale_items.sale_id
  where undone_at is null and product_id is not null
  group by market_day_id, product_id`

type WrongLoad = { day: number; product: number; what: string; found: number; expected: number }

/** A day's load equals what was reported and sold, and the stock moved by what it gave. */
async function wrongLoads(db: Db): Promise<BookRow[]> {
  const atLeast = (sum: string) =>
    sql`case when coalesce(${sql.ref(sum)}, 0) < 0 then 0 else coalesce(${sql.ref(sum)}, 0) end`
  const part = (what: string, found: string, expected: ReturnType<typeof atLeast>) => sql`
    select market_day_id as day, product_id as product, ${sql.lit(what)} as what,
      ${sql.ref(found)} as found, ${expected} as expected from sides`
  const rows = await rowsOf<WrongLoad>(
    db,
    sql`
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
            part('put on the truck', 'wish', atLeast('told_wish')),
            part('back from it', 'back', atLeast('told_back')),
            part('thrown away', 'waste', atLeast('told_waste')),
            part('sold', 'sold', atLeast('told_sold')),
            part('taken from the stock for the truck', 'loaded', sql`coalesce(onto, 0)`),
            part('taken from the stock for sales', 'from_stock', sql`coalesce(given, 0)`),
            part('taken from the stock as waste', 'wasted', sql`coalesce(thrown, 0)`),
          ],
          sql` union all `,
        )}
      )
      select * from parts where found <> expected order by day, product, what`,
  )
  return rows.map(({ day, product, what, found, expected }) => ({
    law: 'load',
    subject: `day:${day}`,
    found: Number(found),
    expected: Number(expected),
    words: `At the stall, ${found} of product ${product} are ${what}, but ${expected} were written down.`,
  }))
}

/** What a day owes the stock is what it sold or took along beyond what it got, until it is settled. */
async function wrongDebts(db: Db): Promise<BookRow[]> {
  const rows = await rowsOf<{ day: number; product: number; found: number; expected: number }>(
    db,
    sql`
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
  )
  return rows.map(({ day, product, found, expected }) => ({
    law: 'debts',
    subject: `day:${day}`,
    found: Number(found),
    expected: Number(expected),
    words: `The stock owes ${found} of product ${product} to a market day, but ${expected} were sold or loaded beyond it.`,
  }))
}

/** Every sale that was written down exists, and every sale was written down. */
async function wrongCommands(db: Db): Promise<BookRow[]> {
  const rows = await rowsOf<{ id: string; is_told: number }>(
    db,
    sql`
      select stall_commands.id, 1 as is_told from stall_commands
      left join sales on sales.id = stall_commands.id
      where kind = 'sell' and counts and sales.id is null
      union all
      select sales.id, 0 from sales
      left join stall_commands on stall_commands.id = sales.id and kind = 'sell' and counts
      where stall_commands.id is null
      order by 1`,
  )
  return rows.map(({ id, is_told }) => ({
    law: 'commands',
    subject: `sale:${id}`,
    ...{ found: null, expected: null },
    words: is_told
      ? 'A sale was written down that is not there.'
      : 'There is a sale that nobody wrote down.',
  }))
}
