import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderFilter, OrderPlace } from '#contract/orders/order-filter.ts'
import { ORDER_STATUS, type OrderState } from '#contract/orders/order-status.ts'
import { startOfFarmDay } from '#contract/time/farm-time.ts'
import { NOT_TO_PACK } from '#server/db/order-statuses.ts'
import { searchTermsIn } from '#server/db/search-words.ts'
import type { PlaceKind } from '#server/db/tables/calendar.ts'
import type { Db } from '#server/db/tables.ts'
import { findKindOfPlace } from '#server/features/calendar/calendar-queries.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { PAID, WORTH } from '#server/features/standing/order-balance.ts'
import {
  byTerms,
  type Condition,
  listCandidates,
  lookedAt,
  MAX_ID,
  rarestFirst,
  type Term,
} from './search-conditions.ts'

type PlaceFilter = { id: number; created_at: string }

export async function findPlace(db: Db, id: number): Promise<PlaceFilter | null> {
  const row = db.selectFrom('orders').select(['id', 'created_at']).where('id', '=', id)
  return (await row.executeTakeFirst()) ?? null
}

/** Without `after`: the newest. */
type OrderPage = { filter: OrderFilter; after: PlaceFilter | null; most: number }

type OrderSearch = OrderPage & { days: Condition[]; placeKind: PlaceKind | null; terms: Term[] }

/** A filter's order numbers, newest first; nothing else is read of what does not match. */
export async function listOrderIds(db: Db, wanted: OrderPage): Promise<number[]> {
  const search = await readSearch(db, wanted)
  const { ids, isAll } = await listNewest(db, search)
  return isAll || ids.length === wanted.most ? ids : listFurther(db, search)
}

/** Numbers grow with time, but two orders of one moment may come either way. */
const SAME_MOMENT = 100

/** The most orders with frequent terms to read when other conditions apply too. */
const MAX_CANDIDATES = 5000

const isTextAlone = ({ text: _, ...others }: OrderFilter) =>
  Object.values(others).every((value) => value === undefined)

/** For frequent words that few recent orders have, read the lists of words first. */
async function listFurther(db: Db, search: OrderSearch): Promise<number[]> {
  const { terms, after, most } = search
  const below = after === null ? MAX_ID : Math.min(after.id + SAME_MOMENT, MAX_ID)
  const many = isTextAlone(search.filter) ? most + SAME_MOMENT : MAX_CANDIDATES
  const candidates = await listCandidates(db, terms, { below, most: many })
  const ids =
    candidates.length === 0
      ? []
      : await listIds(db, search, [sql<SqlBool>`id in (${sql.join(candidates)})`])
  const isAll = candidates.length < many
  return isAll || ids.length === most ? ids : listIds(db, search, byTerms(terms))
}

/** Matches among the newest orders, which are scanned; `isAll`: there are no others. */
type FoundIds = { ids: number[]; isAll: boolean }

/** The same for counting; for frequent words only the newest orders are counted. */
export async function listCountable(db: Db, filter: OrderFilter, most: number): Promise<FoundIds> {
  return listNewest(db, await readSearch(db, { filter, after: null, most }))
}

async function readSearch(db: Db, wanted: OrderPage): Promise<OrderSearch> {
  const { filter } = wanted
  const placeKind = filter.place ? await findKindOfPlace(db, filter.place) : null
  const terms = await rarestFirst(db, filter.text ?? '')
  return { ...wanted, days: await conditionsOfDays(db, filter), placeKind, terms }
}

async function listNewest(db: Db, search: OrderSearch): Promise<FoundIds> {
  const { filter, terms } = search
  if (!terms[0]?.isFrequent) return { ids: await listIds(db, search, byTerms(terms)), isAll: true }
  const since = isNarrow(filter) ? null : await goneThroughSince(db, search)
  const newest = since === null ? [] : [sql<SqlBool>`created_at >= ${since}`]
  const ids = await listIds(db, search, [...newest, ...lookedAt(terms)])
  return { ids, isAll: since === null }
}

function isNarrow({ status, pickupDate }: OrderFilter): boolean {
  return pickupDate !== undefined || (status !== undefined && status !== 'delivered')
}

async function listIds(
  db: Db,
  { filter, placeKind, days, after, most }: OrderSearch,
  more: readonly Condition[],
): Promise<number[]> {
  const filtered = [...conditionsOf(filter, placeKind), ...days]
  const conditions = [...filtered, ...more, ...conditionsOfPage(after)]
  const ids = await newestFirst(db, conditions).select('id').limit(most).execute()
  return ids.map((row) => row.id)
}

function newestFirst(db: Db, conditions: readonly Condition[]) {
  let orders = db.selectFrom('orders').orderBy('created_at', 'desc').orderBy('id', 'desc')
  for (const condition of conditions) orders = orders.where(condition)
  return orders
}

function conditionsOfPage(after: PlaceFilter | null): Condition[] {
  return after ? [sql<SqlBool>`(created_at, id) < (${after.created_at}, ${after.id})`] : []
}

/** Literal conditions are those of the partial indexes, which databases match by text. */
function conditionsOf(filter: OrderFilter, kind: PlaceKind | null): Condition[] {
  const { text, status, place, pickupDate } = filter
  return [
    // A text without a word, such as `%`.
    ...(text && searchTermsIn(text).length === 0 ? [sql<SqlBool>`id = 0`] : []),
    ...(status ? [conditionOfState(status)] : []),
    ...(place ? [conditionOfPlace(place, { kind, state: status })] : []),
    ...(pickupDate ? [conditionOfMarketDay(pickupDate)] : []),
  ]
}

function conditionOfState(state: OrderState): Condition {
  if (state === 'to-pack') return sql`status not in ${NOT_TO_PACK} and collected_at is null`
  if (state === 'needs-attention')
    return sql`id in (
      select id from orders where disputed_at is not null
      union
      select payments.order_id from refunds join payments on payments.id = refunds.payment_id
      where refunds.state = 'failed'
      union
      select id from orders where payment_method = 'other' and ${PAID} > ${WORTH}
    )`
  if (state === 'unpaid') return sql`status <> 'cancelled' and id in (${ORDERS_WITHOUT_MONEY})`
  return sql`status = ${state}`
}

/**
 * `isUnpaid` of the contract, in SQL: orders of which nothing is kept, or not all that is due was
 * paid. Also names the partial index of unsettled payments, and keeps duplicates: to merge them,
 * SQLite would read all payments.
 */
export const CARDS_WITHOUT_MONEY = sql`
  select order_id from payments
  where state = 'canceling' and state not in ('captured', 'canceled') and order_id is not null
  union all
  select order_id from payments where state = 'canceled' and order_id is not null
  union all
  select payments.order_id from refunds join payments on payments.id = refunds.payment_id
  where refunds.state <> 'failed' and payments.state = 'captured'
  group by payments.id, payments.order_id, payments.captured_cents
  having sum(refunds.amount_cents) >= payments.captured_cents`

const ORDERS_WITHOUT_MONEY = sql`${CARDS_WITHOUT_MONEY}
  union all
  select id from orders where payment_method = 'other' and ${PAID} < ${WORTH}`

/** The most orders to scan; on SQLite everybody else waits meanwhile. */
const MAX_GONE_THROUGH = 15_000

/** The oldest instant to scan to, from the first match on; null when all may be scanned. */
async function goneThroughSince(db: Db, { days, after }: OrderSearch): Promise<string | null> {
  const list = newestFirst(db, [...days, ...conditionsOfPage(after)])
  const last = list.select('created_at').offset(MAX_GONE_THROUGH).limit(1)
  return (await last.executeTakeFirst())?.created_at ?? null
}

async function conditionsOfDays(
  db: Db,
  { orderedFrom, orderedUntil }: OrderFilter,
): Promise<RawBuilder<SqlBool>[]> {
  if (!orderedFrom && !orderedUntil) return []
  const timeZone = await readTimeZone(db)
  const startOf = (day: string) => startOfFarmDay(day, timeZone)
  return [
    ...(orderedFrom ? [sql<SqlBool>`created_at >= ${startOf(orderedFrom)}`] : []),
    ...(orderedUntil ? [sql<SqlBool>`created_at < ${startOf(dayAfter(orderedUntil))}`] : []),
  ]
}

function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}

/**
 * `delivery` means every delivery; another zone's key, those of its market days. Written so that a
 * status is looked up first, since its orders are fewer; pickups with one status have an index.
 */
function conditionOfPlace(
  place: OrderPlace,
  { kind, state }: { kind: PlaceKind | null; state: OrderState | undefined },
): RawBuilder<SqlBool> {
  const unindexed = sql` || ''`
  const besideState = state === undefined ? sql`` : unindexed
  if (place === 'delivery') return sql<SqlBool>`delivery_method${besideState} = 'shipping'`
  const besideGroup = state === undefined || state in ORDER_STATUS ? sql`` : unindexed
  return kind === 'delivery'
    ? sql<SqlBool>`market_day_id in (select market_days.id from market_days
        join places on places.id = market_days.place_id where places.key = ${place})`
    : sql<SqlBool>`pickup_location${besideGroup} = ${place}`
}

function conditionOfMarketDay(day: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`market_day_id in (select market_days.id from market_days
    where market_days.day = ${day})`
}
