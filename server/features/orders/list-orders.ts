import { type SqlBool, sql } from 'kysely'
import type { OutputOf } from '#contract/endpoint.ts'
import { STALL_GRANT_MS } from '#contract/market/stall.ts'
import { type Cents, sum, toDollars } from '#contract/money/money.ts'
import {
  type AtMarket,
  type deskOrders,
  type FoundOrders,
  MAX_COUNTED,
  type OrderFilter,
  type OrderSort,
} from '#contract/orders/desk-orders.ts'
import type { Order } from '#contract/orders/orders.ts'
import { isAheadIn } from '#server/core/due.ts'
import { HAS_LEFT, TO_PACK } from '#server/db/order-statuses.ts'
import type { Db } from '#server/db/write.ts'
import { listUnheardPhones } from '#server/features/calendar/phones-of-day.ts'
import {
  moneyOf,
  type OrderMoney,
  PAID,
  refundedOf,
  selectMoney,
  WORTH,
} from '#server/features/order-balance/order-balance.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import { CARDS_WITHOUT_MONEY, findCursor, IS_UNDATED, listOrderIds } from './find-orders-queries.ts'
import { loadOrders, noSuchOrder } from './order-queries.ts'

/** Newest first, after order `before`. @throws Refusal 'not-found' if it doesn't exist */
export async function listOrders(
  db: Db,
  wanted: { filter: OrderFilter; before: number | null; most: number; sort?: OrderSort },
): Promise<{ orders: Order[]; next: number | null }> {
  const { filter, before, most } = wanted
  const after =
    before === null ? null : ((await findCursor(db, before)) ?? noSuchOrder(before, 'before'))
  const ids =
    wanted.sort === 'packing'
      ? await listInPackingOrder(db, { filter, before, most })
      : await listOrderIds(db, { filter, after, most })
  return {
    orders: await loadOrders(db, ids),
    next: ids.length === most ? (ids.at(-1) ?? null) : null,
  }
}

const MAX_SORTED = 500

const byName = new Intl.Collator('en')

type Row = Awaited<ReturnType<typeof readRows>>[number]

async function listInPackingOrder(
  db: Db,
  { filter, before, most }: { filter: OrderFilter; before: number | null; most: number },
): Promise<number[]> {
  const found = await listOrderIds(db, { filter, after: null, most: MAX_SORTED })
  const rows = (await readRows(db, found)).sort(byPacking)
  const [last] = before === null ? [] : await readRows(db, [before])
  const rest = last ? rows.filter((row) => byPacking(row, last) > 0) : rows
  return rest.slice(0, most).map(({ id }) => id)
}

function readRows(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('orders')
    .leftJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .leftJoin('places as day_places', 'day_places.id', 'market_days.place_id')
    .leftJoin('places', 'places.key', 'orders.pickup_location')
    .select(['orders.id', 'orders.customer_name', 'orders.pickup_name'])
    .select(['market_days.day', 'day_places.position as day_position', 'places.position'])
    .where('orders.id', 'in', ids)
    .execute()
}

const NO_DAY = '9999'

function byPacking(one: Row, other: Row): number {
  return (
    byName.compare(one.day ?? NO_DAY, other.day ?? NO_DAY) ||
    positionOf(one) - positionOf(other) ||
    byName.compare(one.customer_name, other.customer_name) ||
    one.id - other.id
  )
}

function positionOf({ day_position, position }: Row): number {
  return day_position ?? position ?? Number.MAX_SAFE_INTEGER
}

/** An unpaid order isn't late while its goods wait on the farm for their day. */
const IS_LATE = (at: string) => sql<SqlBool>`(orders.status in ${HAS_LEFT} or orders.has_left
  or orders.collected_at is not null or exists (select 1 from market_days
    where market_days.id = orders.market_day_id and market_days.closes_at <= ${at}))`

/** Unpaid orders that were handed over or whose day is over, and cards that weren't charged. */
export async function countUnpaid(db: Db, since: Date, at: Date): Promise<number> {
  const { many } = await db
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('many'))
    .where('created_at', '>=', since.toISOString())
    .where(sql<SqlBool>`status <> 'cancelled'`)
    .where(
      sql<SqlBool>`(payment_method = 'other' and ${PAID} < ${WORTH} and ${IS_LATE(at.toISOString())}
        or payment_method = 'card' and id in (${CARDS_WITHOUT_MONEY}))`,
    )
    .executeTakeFirstOrThrow()
  return Number(many)
}

export async function sumOrders(db: Db, filter: OrderFilter): Promise<FoundOrders> {
  const ids = await listOrderIds(db, { filter, after: null, most: MAX_COUNTED + 1 })
  const count = Math.min(ids.length, MAX_COUNTED)
  if (ids.length > MAX_COUNTED)
    return { count, cancelled: null, isMore: true, worth: null, refunded: null }
  const orders = selectMoney(db).select(['orders.total_cents', 'orders.status'])
  const rows = count === 0 ? [] : await orders.where('orders.id', 'in', ids).execute()
  return {
    count,
    cancelled: rows.filter(({ status }) => status === 'cancelled').length,
    isMore: false,
    worth: toDollars(sum(...rows.map(worthOf))),
    refunded: toDollars(sum(...rows.map(refundedOf))),
  }
}

function worthOf(row: OrderMoney & { total_cents: Cents }): Cents {
  const other = moneyOf(row)
  if (other) return other.worth
  const isPaid = row.state === 'captured' || row.state === 'capturing'
  return isPaid ? ((row.total_cents - refundedOf(row)) as Cents) : (0 as Cents)
}

type Choices = OutputOf<typeof deskOrders.filterChoices>

/** How many coming days the filter offers; the rest are found under all orders. */
const MAX_DAYS = 12

export async function listFilterChoices(db: Db, at: Date): Promise<Choices> {
  const today = await readToday(db, at)
  const hasOrders = sql<boolean>`(
    exists (select 1 from orders where pickup_location = places.key)
    or exists (select 1 from market_days join orders on orders.market_day_id = market_days.id
      where market_days.place_id = places.id)
  )`
  const places = await db
    .selectFrom('places')
    .select(['key', 'kind', 'name', 'retired_at'])
    .where((where) => where.or([where('retired_at', 'is', null), hasOrders]))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const undated = db.selectFrom('orders').select((row) => row.fn.countAll().as('count'))
  const { count } = await undated.where(IS_UNDATED).executeTakeFirstOrThrow()
  return {
    places: places.map((place) => ({ ...place, isRetired: place.retired_at !== null })),
    today,
    days: (await listDays(db, today)).slice(0, MAX_DAYS),
    withoutDay: Number(count),
  }
}

async function listDays(db: Db, today: string): Promise<Choices['days']> {
  const rows = await db
    .selectFrom('market_days')
    .innerJoin('orders', 'orders.market_day_id', 'market_days.id')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.day', 'places.key', (row) => row.fn.countAll().as('count')])
    .where('market_days.day', '>=', today)
    .where('orders.status', '<>', 'cancelled')
    .groupBy(['market_days.day', 'places.key', 'places.position', 'places.id'])
    .orderBy('market_days.day')
    .orderBy('places.position')
    .orderBy('places.id')
    .execute()
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, its]) => {
    const places = its.map(({ key, count }) => ({ key, count: Number(count) }))
    return { day, count: places.reduce((sum, { count }) => sum + count, 0), places }
  })
}

/** Not before the day itself: a phone loads its list in the week before. */
export async function listAtMarket(db: Db, ids: readonly number[], at: Date): Promise<AtMarket[]> {
  const today = await readToday(db, at)
  const begun = db.selectFrom('market_days').select('id').where('day', '<=', today)
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'market_day_id'])
    .where('id', 'in', ids)
    .where('status', 'in', TO_PACK)
    .where('collected_at', 'is', null)
    .where('market_day_id', 'in', begun)
    .orderBy('id')
    .execute()
  const dayIds = [...new Set(orders.flatMap(({ market_day_id }) => market_day_id ?? []))]
  const living = await listLiving(db, at)
  const phones = (await listUnheardPhones(db, dayIds)).filter(({ id }) => living.has(id))
  return orders.flatMap(({ id, market_day_id }) => {
    const own = phones.filter(({ dayId }) => dayId === market_day_id)
    return own.length === 0 ? [] : [{ id, phones: own }]
  })
}

async function listLiving(db: Db, at: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('stall_grants')
    .innerJoin('stall_phones', 'stall_phones.id', 'stall_grants.phone_id')
    .select('phone_id')
    .where('ended_at', 'is', null)
    .where(isAheadIn('ends_at', at, 2 * STALL_GRANT_MS))
    .where('stall_phones.lost_at', 'is', null)
    .execute()
  return new Set(rows.map(({ phone_id }) => phone_id))
}
