import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type TenderKind, tenderKindOf } from '#contract/money/tender-kinds.ts'
import type { Db } from '#server/db/write.ts'
import {
  FEE_CHANGED,
  REFUNDED,
  STANDING_CENTS,
  STANDING_UNITS,
  STANDING_WORTH,
} from '#server/features/order-balance/order-balance.ts'
import { type FarmSpan, spanRows } from './period-days.ts'

export type Scope = { days: readonly FarmSpan[]; livemode: boolean }

/** An order without a payment counts as both live and test. */
export const counts = (livemode: boolean) =>
  sql<SqlBool>`(payments.livemode is null or payments.livemode = ${livemode})`

export async function countOrders(db: Db): Promise<number> {
  const orders = db.selectFrom('orders').where('status', '!=', 'cancelled')
  const { all } = await orders
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return all
}

export async function sumCards(db: Db, livemode: boolean): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select (select coalesce(sum(captured_cents), 0) from payments
        where captured_at is not null and livemode = ${livemode})
      - (select coalesce(sum(refunds.amount_cents), 0)
        from refunds join payments on payments.id = refunds.payment_id
        where refunds.state <> 'failed' and payments.order_id is not null
          and payments.livemode = ${livemode}) as cents`.execute(db)
  return rows[0]?.cents ?? 0
}

/**
 * `orders` dated by pickup or delivery day, or by order date where there is none (place 0). The days
 * follow each other. Joins follow the order the indexes serve; only the bounds of all days tell
 * PostgreSQL how few orders they have, so that it doesn't read all of them.
 */
export const datedOrders = (days: readonly FarmSpan[]) => sql`
  spans (day, begins, ends) as (values ${spanRows(days)}),
  dated as (
    select orders.id, orders.status, orders.delivery_cents, orders.total_cents,
      market_days.day, market_days.place_id
    from market_days cross join orders
    where ${isWithin(days)} and orders.market_day_id = market_days.id
    union all
    select orders.id, orders.status, orders.delivery_cents, orders.total_cents, spans.day, 0
    from spans cross join orders
    where orders.market_day_id is null
      and orders.created_at >= spans.begins and orders.created_at < spans.ends
      and orders.created_at >= ${days.at(0)?.begins} and orders.created_at < ${days.at(-1)?.ends})`

const isWithin = (days: readonly FarmSpan[]) =>
  sql`market_days.day between ${days.at(0)?.day} and ${days.at(-1)?.day}`

/**
 * In cents: goods + delivery + refund + unpaid + kept = money taken. `refund` (≤ 0): not tied to
 * any goods. `unpaid` (≤ 0). `kept`: overpaid, or kept though the goods went back.
 */
export type OrderSums = {
  day: string
  place_id: number
  orders: number
  taken: number
  delivery: number
  refund: number
  unpaid: number
  kept: number
}

export async function sumOrders(db: Db, { days, livemode }: Scope): Promise<OrderSums[]> {
  const ifStanding = (amount: RawBuilder<unknown>) =>
    sql`case when orders.status = 'cancelled' then 0 else ${amount} end`
  const missing = sql`(worth - (captured - refunded + tendered))`
  const { rows } = await sql<OrderSums>`
    with ${datedOrders(days)},
    figured as materialized (
      select orders.day, orders.place_id, ${ifStanding(sql`1`)} as counted,
        case when orders.status = 'cancelled' or orders.delivery_cents = 0 then 0
          else orders.delivery_cents + ${FEE_CHANGED} end as delivery,
        ${ifStanding(STANDING_WORTH)} as worth,
        coalesce(payments.captured_cents, 0) as captured, ${REFUNDED} as refunded,
        (select coalesce(sum(amount_cents), 0) from tenders
          where tenders.order_id = orders.id) as tendered
      from dated as orders left join payments on payments.order_id = orders.id
      where ${counts(livemode)})
    select day, place_id, sum(counted) as orders, sum(captured - refunded + tendered) as taken,
      sum(delivery) as delivery,
      sum(case when ${missing} <= 0 then 0 when ${missing} < refunded then -${missing}
        else -refunded end) as refund,
      sum(case when ${missing} > refunded then refunded - ${missing} else 0 end) as unpaid,
      sum(case when ${missing} < 0 then -${missing} else 0 end) as kept
    from figured group by day, place_id`.execute(db)
  return rows
}

/** `product_id`: null for what is not on the list. `category`: its name when it was sold. */
export type GoodsSums = {
  product_id: number | null
  category: string | null
  units: number
  cents: number
  is_gift: boolean
}

export async function sumGoods(db: Db, { days, livemode }: Scope): Promise<GoodsSums[]> {
  const { rows } = await sql<Omit<GoodsSums, 'is_gift'>>`
    with ${datedOrders(days)}
    select order_items.product_id, order_items.category, sum(${STANDING_UNITS}) as units,
      sum(${STANDING_CENTS}) as cents
    from dated as orders left join payments on payments.order_id = orders.id
      cross join order_items
    where order_items.order_id = orders.id and orders.status <> 'cancelled'
      and ${counts(livemode)}
    group by order_items.product_id, order_items.category`.execute(db)
  return rows.map((row) => ({ ...row, is_gift: false }))
}

export const datedSales = (days: readonly FarmSpan[]) => sql`
  dated as (
    select sales.id, sales.total_cents, market_days.day, market_days.place_id
    from market_days cross join sales
    where ${isWithin(days)} and sales.market_day_id = market_days.id
      and sales.undone_at is null)`

export type SaleSums = { day: string; place_id: number; sales: number; taken: number }

export async function sumSales(db: Db, { days }: Scope): Promise<SaleSums[]> {
  const { rows } = await sql<SaleSums>`
    with ${datedSales(days)},
    figured as materialized (
      select day, place_id, (select coalesce(sum(amount_cents), 0) from tenders
        where tenders.sale_id = dated.id) as tendered
      from dated)
    select day, place_id, count(*) as sales, sum(tendered) as taken
    from figured group by day, place_id`.execute(db)
  return rows
}

export async function sumSaleLines(db: Db, { days }: Scope): Promise<GoodsSums[]> {
  const { rows } = await sql<GoodsSums>`
    with ${datedSales(days)}
    select sale_items.product_id, sale_items.category, dated.total_cents = 0 as is_gift,
      sum(sale_items.units) as units, sum(sale_items.cents) as cents
    from dated cross join sale_items where sale_items.sale_id = dated.id
    group by sale_items.product_id, sale_items.category, dated.total_cents = 0`.execute(db)
  return rows.map((row) => ({ ...row, is_gift: Boolean(row.is_gift) }))
}

type JournalSums = { product_id: number; reason: string; units: number }

export async function sumJournal(db: Db, { begins, ends }: Omit<FarmSpan, 'day'>) {
  const { rows } = await sql<JournalSums>`
    select product_id, reason, sum(delta) as units from stock_movements as movement
    where reason in ('harvest', 'waste', 'gift', 'missing', 'counted')
      and at >= ${begins} and at < ${ends}
      and not exists (select 1 from stock_movements as undo where undo.undoes_id = movement.id)
    group by product_id, reason`.execute(db)
  return rows
}

export type MoneyMove = {
  day: string
  kind: TenderKind
  /** Its name at that time. */
  way: string
  taken: number
  given: number
  fees: number
  /** Payments whose fee the provider has not reported. */
  untold: number
}

type TenderMoves = Pick<MoneyMove, 'day' | 'taken' | 'given'> & {
  name: string
  is_cash: boolean | number
}

/** What was undone the same day was neither taken nor given back. */
export async function sumMoves(db: Db, { days, livemode }: Scope): Promise<MoneyMove[]> {
  const spans = sql`spans (day, begins, ends) as (values ${spanRows(days)})`
  const cards = await sql<Omit<MoneyMove, 'kind' | 'way'>>`
    with ${spans}
    select spans.day, sum(captured_cents) as taken, 0 as given,
      sum(coalesce(fee_cents, 0)) as fees, count(*) - count(fee_cents) as untold
    from spans cross join payments
    where captured_at >= spans.begins and captured_at < spans.ends and livemode = ${livemode}
    group by spans.day
    union all
    select spans.day, 0, sum(refunds.amount_cents), 0, 0
    from spans cross join refunds cross join payments
    where payments.id = refunds.payment_id and refunds.created_at >= spans.begins and refunds.created_at < spans.ends
      and refunds.state <> 'failed' and payments.order_id is not null
      and payments.livemode = ${livemode}
    group by spans.day`.execute(db)
  const others = await sql<TenderMoves>`
    with ${spans}
    select day, name, is_cash, sum(case when cents > 0 then cents else 0 end) as taken,
      sum(case when cents < 0 then -cents else 0 end) as given
    from (
      select spans.day, name, is_cash, sum(amount_cents) as cents
      from spans cross join tenders where at >= spans.begins and at < spans.ends
      group by spans.day, name, is_cash, replace(id, '/undone', '')
    ) as moves
    where cents <> 0
    group by day, name, is_cash`.execute(db)
  return [
    ...cards.rows.map((row) => ({ ...row, kind: 'card' as const, way: 'Card' })),
    ...others.rows.map(({ day, taken, given, ...way }) => {
      const kind = tenderKindOf(way)
      return { day, kind, way: way.name, taken, given, fees: 0, untold: 0 }
    }),
  ]
}
