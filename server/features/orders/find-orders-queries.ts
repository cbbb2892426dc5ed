import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderFilter, OrderPlace } from '#contract/orders/desk-orders.ts'
import { ORDER_STATUS, type OrderState } from '#contract/orders/order-status.ts'
import { startOfFarmDay } from '#contract/time/farm-time.ts'
import { NOT_TO_PACK } from '#server/db/order-statuses.ts'
import type { PlaceKind } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { findKindOfPlace } from '#server/features/calendar/calendar-queries.ts'
import { hasTerm, searchTermsIn } from '#server/features/checkout/order-words.ts'
import { PAID, WORTH } from '#server/features/order-balance/order-balance.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'

type Cursor = { id: number; created_at: string }

export async function findCursor(db: Db, id: number): Promise<Cursor | null> {
  const row = db.selectFrom('orders').select(['id', 'created_at']).where('id', '=', id)
  return (await row.executeTakeFirst()) ?? null
}

type OrderPage = {
  filter: OrderFilter
  after: Cursor | null
  most: number
  /** Matches only what is known about the buyer, not goods. */
  isOfPerson?: boolean
}

export async function listOrderIds(db: Db, { filter, after, most, isOfPerson = false }: OrderPage) {
  const kind = filter.place ? await findKindOfPlace(db, filter.place) : null
  let orders = db.selectFrom('orders').select('id')
  for (const condition of [
    ...conditionsOf(filter, kind),
    ...(await conditionsOfDays(db, filter)),
    ...(await conditionsOfText(db, filter.text ?? '', isOfPerson)),
    ...(after ? [sql<SqlBool>`(created_at, id) < (${after.created_at}, ${after.id})`] : []),
  ])
    orders = orders.where(condition)
  const newest = orders.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(most)
  return (await newest.execute()).map(({ id }) => id)
}

/** Conditions are literals, so that databases recognize the partial indexes. */
function conditionsOf(filter: OrderFilter, kind: PlaceKind | null): Condition[] {
  const { text, status, place, pickupDate, pickupBefore } = filter
  return [
    // A text without a word, such as `%`.
    ...(text && searchTermsIn(text).length === 0 ? [sql<SqlBool>`id = 0`] : []),
    ...(status ? [conditionOfState(status)] : []),
    ...(place ? [conditionOfPlace(place, { kind, state: status })] : []),
    ...(pickupDate === 'none' ? [IS_UNDATED] : []),
    ...(pickupDate && pickupDate !== 'none' ? [conditionOfMarketDay(pickupDate)] : []),
    ...(pickupBefore ? [conditionOfDaysBefore(pickupBefore)] : []),
  ]
}

export const IS_UNDATED: Condition = sql`market_day_id is null
  and status not in ${NOT_TO_PACK} and collected_at is null`

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
 * The contract's `isUnpaid`, in SQL: orders with no money kept, or less paid than due. Names the
 * partial index of unsettled payments. Keeps duplicates, since merging them makes SQLite read all
 * payments.
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

async function conditionsOfDays(db: Db, { orderedFrom, orderedUntil }: OrderFilter) {
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
 * `delivery` means every delivery, a zone's key only those on its market days. Written to filter by
 * status first, which is more selective; pickups with one status have an index.
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

/** Most orders are from earlier days, so each order is tested, newest first. */
function conditionOfDaysBefore(day: string): Condition {
  return sql`exists (select 1 from market_days
    where market_days.id = orders.market_day_id and market_days.day < ${day})`
}

type Condition = RawBuilder<SqlBool>

/** A term in more orders than this is frequent: orders are tested one by one, newest first. */
const FREQUENT = 2000

async function conditionsOfText(db: Db, text: string, isOfPerson: boolean): Promise<Condition[]> {
  const terms = searchTermsIn(text)
  const isOfGoods = !isOfPerson && terms.some(({ word }) => word !== null)
  const names = isOfGoods ? await db.selectFrom('products').select(['id', 'name']).execute() : []
  const conditions: Condition[] = []
  for (const { orderId, ranges, word } of terms) {
    const goods = names.flatMap(({ id, name }) => (word !== null && hasTerm(name, word) ? id : []))
    const places = [
      ...ranges.map(
        ({ from, until }) => sql`order_words where word >= ${from} and word < ${until}`,
      ),
      ...(goods.length > 0 ? [sql`order_items where product_id in (${sql.join(goods)})`] : []),
    ]
    const number = orderId === null ? [] : [Math.min(orderId, MAX_ID)]
    const lists = [
      ...number.map((id) => sql`select id as order_id from orders where id = ${id}`),
      ...places.map((place) => sql`select order_id from ${place}`),
    ]
    const isFound = (id: RawBuilder<unknown>) => {
      const ways = [
        ...number.map((one) => sql`${id} = ${one}`),
        ...places.map((place) => sql`exists (select 1 from ${place} and order_id = ${id})`),
      ]
      return sql<SqlBool>`(${sql.join(ways, sql` or `)})`
    }
    if (lists.length === 0) conditions.push(sql`id = 0`)
    else if (await isFrequent(db, places))
      conditions.push(isOfPerson ? isFound(sql`orders.id`) : isFoundInBox(isFound))
    else {
      const found = sql.join(lists, sql` union all `)
      conditions.push(sql`id in (${isOfPerson ? found : withBoxes(found)})`)
    }
  }
  return conditions
}

/** An order is found together with what is packed, and paid, with it. */
const isInBoxOf = (one: 'orders' | 'own') => {
  const own = sql.ref(one)
  return sql`(other.id = ${own}.packed_with or other.packed_with in (${own}.id, ${own}.packed_with))
    and coalesce(other.market_day_id, 0) = coalesce(${own}.market_day_id, 0)
    and other.status <> 'cancelled' and ${own}.status <> 'cancelled'`
}

const isFoundInBox = (isFound: (id: RawBuilder<unknown>) => Condition): Condition =>
  sql`(${isFound(sql`orders.id`)} or exists (select 1 from orders as other
    where ${isInBoxOf('orders')} and ${isFound(sql`other.id`)}))`

const withBoxes = (found: RawBuilder<unknown>) =>
  sql`with found as (${found}) select order_id from found
    union select other.id from orders as own join orders as other on ${isInBoxOf('own')}
    where own.id in (select order_id from found)`

async function isFrequent(db: Db, places: readonly RawBuilder<unknown>[]): Promise<boolean> {
  for (const place of places) {
    const found = await sql`select 1 as one from ${place} limit 1 offset ${FREQUENT}`.execute(db)
    if (found.rows.length > 0) return true
  }
  return false
}

const MAX_ID = 2_147_483_647
