import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderFilter, OrderPlace } from '#contract/orders/order-filter.ts'
import { ORDER_STATUS, type OrderState } from '#contract/orders/order-status.ts'
import { startOfFarmDay } from '#contract/time/farm-time.ts'
import { NOT_TO_PACK } from '#server/db/order-statuses.ts'
import { hasTerm, type SearchTerm, searchTermsIn } from '#server/db/search-words.ts'
import type { PlaceKind } from '#server/db/tables/calendar.ts'
import type { Db } from '#server/db/tables.ts'
import { findKindOfPlace } from '#server/features/calendar/calendar-queries.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { PAID, WORTH } from '#server/features/standing/order-balance.ts'

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

type Condition = RawBuilder<SqlBool>

type Term = SearchTerm & { productIds: number[]; isFrequent: boolean }

/** A term in more orders than this is frequent: scanning the list is faster than collecting all. */
const FREQUENT = 2000

async function rarestFirst(db: Db, text: string): Promise<Term[]> {
  const parsed = searchTermsIn(text)
  const names = parsed.some(({ word }) => word !== null) ? await listNames(db) : []
  const terms: Term[] = []
  for (const term of parsed) {
    const { word } = term
    const named = word === null ? [] : names.filter(({ name }) => hasTerm(name, word))
    const productIds = named.map(({ id }) => id)
    terms.push({ ...term, productIds, isFrequent: await isFrequent(db, { ...term, productIds }) })
  }
  return terms.sort((one, other) => Number(one.isFrequent) - Number(other.isFrequent))
}

function listNames(db: Db): Promise<{ id: number; name: string }[]> {
  return db.selectFrom('products').select(['id', 'name']).execute()
}

type Sources = Pick<Term, 'ranges' | 'productIds'>

async function isFrequent(db: Db, { ranges, productIds }: Sources): Promise<boolean> {
  for (const { from, until } of ranges) {
    const indexed = db.selectFrom('order_words').select('order_id')
    const within = indexed.where('word', '>=', from).where('word', '<', until)
    if (await within.offset(FREQUENT).limit(1).executeTakeFirst()) return true
  }
  if (productIds.length === 0) return false
  const sold = db.selectFrom('order_items').select('product_id')
  const of = sold.where('product_id', 'in', productIds)
  return (await of.offset(FREQUENT).limit(1).executeTakeFirst()) !== undefined
}

/** The highest order number that the databases hold. */
const MAX_ID = 2_147_483_647

function byTerms([first, ...others]: readonly Term[]): Condition[] {
  if (!first) return []
  const led = listsOf(first)
  const isOne: Condition =
    led.length === 0 ? sql`id = 0` : sql`id in (${sql.join(led, sql` union `)})`
  return [isOne, ...lookedAt(others)]
}

function listsOf({ orderId, ranges, productIds }: Term): RawBuilder<unknown>[] {
  return [
    ...(orderId === null
      ? []
      : [sql`select id as order_id from orders where id = ${idOf(orderId)}`]),
    ...ranges.map(
      ({ from, until }) =>
        sql`select order_id from order_words where word >= ${from} and word < ${until}`,
    ),
    ...(productIds.length === 0
      ? []
      : [sql`select order_id from order_items where product_id in (${sql.join(productIds)})`]),
  ]
}

/** Whether an order has each of the terms. */
function lookedAt(terms: readonly Term[]): Condition[] {
  return terms.map(({ orderId, ranges, productIds }) => {
    const ways = [
      ...(orderId === null ? [] : [sql<SqlBool>`orders.id = ${idOf(orderId)}`]),
      ...ranges.map(
        ({ from, until }) => sql<SqlBool>`exists (select 1 from order_words
          where order_words.order_id = orders.id and word >= ${from} and word < ${until})`,
      ),
      ...(productIds.length === 0
        ? []
        : [
            sql<SqlBool>`exists (select 1 from order_items
              where order_items.order_id = orders.id and product_id in (${sql.join(productIds)}))`,
          ]),
    ]
    return ways.length === 0 ? sql`id = 0` : sql`(${sql.join(ways, sql` or `)})`
  })
}

/** How far to count a term's orders, to know which has the most. */
const MAX_COUNT = 200_000

/**
 * The newest orders that have all terms, by the lists of words alone; below a number. Scans the
 * longest list and holds the others beside it: looking each order up takes ten times as long.
 */
async function listCandidates(
  db: Db,
  terms: readonly Term[],
  { below, most }: { below: number; most: number },
): Promise<number[]> {
  const counted = []
  for (const term of terms) counted.push({ term, count: await countOf(db, term) })
  const [longest, ...others] = counted
    .sort((one, other) => other.count - one.count)
    .map(({ term }) => listsOf(term))
  if (!longest) return []
  // `+` keeps SQLite from swapping the join.
  const held = others.map(
    (lists) => sql<SqlBool>`+led.order_id in (${sql.join(lists, sql` union all `)})`,
  )
  const conditions = [sql`order_id < ${below}`, ...held]
  const { rows } = await sql<{ order_id: number }>`select distinct order_id
    from (${sql.join(longest, sql` union all `)}) as led
    where ${sql.join(conditions, sql` and `)}
    order by order_id desc limit ${most}`.execute(db)
  return rows.map(({ order_id }) => order_id)
}

async function countOf(db: Db, term: Term): Promise<number> {
  const all = sql.join(listsOf(term), sql` union all `)
  const { rows } = await sql<{ count: number }>`select count(*) as count
    from (select 1 from (${all}) as its limit ${MAX_COUNT}) as counted`.execute(db)
  return Number(rows[0]?.count ?? 0)
}

function idOf(number: number): number {
  return Math.min(number, MAX_ID)
}
