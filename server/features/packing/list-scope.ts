import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import { NOT_TO_PACK } from '#server/db/order-statuses.ts'
import type { PlaceKind } from '#server/db/tables/calendar.ts'
import type { Db } from '#server/db/write.ts'

/** `day` is YYYY-MM-DD or `WITHOUT_DAY`; `place` is a key, or absent for all places. */
export type ListRequest = { day: string; place?: string | undefined }

export type ListedPlace = {
  marketDayId: number | null
  key: string
  kind: PlaceKind
  name: string
  closesAt?: string
}

export type ListScope = {
  day: string | null
  places: ListedPlace[]
  orders: RawBuilder<SqlBool>
  /**
   * Bounds on order IDs for rows of `order_items`; without them PostgreSQL scans the lines of all
   * years.
   */
  lines: RawBuilder<SqlBool>
}

/** The opposite of the contract's `isToPack`, in SQL. */
export const NO_LONGER_TO_PACK = sql<SqlBool>`(orders.status in ${NOT_TO_PACK}
  or orders.collected_at is not null)`

/**
 * Worded like the partial index of orders to pack, not that of all deliveries, which has more rows.
 */
const TO_PACK_WITHOUT_DAY = sql<SqlBool>`orders.status not in ${NOT_TO_PACK}
  and orders.delivery_method || '' = 'shipping' and orders.market_day_id is null
  and orders.collected_at is null`

const DELIVERY_WITHOUT_DAY: ListedPlace = {
  marketDayId: null,
  key: WITHOUT_DAY,
  kind: 'delivery',
  name: 'Delivery without a day',
}

export async function readScope(
  db: Db,
  { day, place }: ListRequest,
  kind?: PlaceKind,
): Promise<ListScope> {
  if (day === WITHOUT_DAY) {
    const isWithin = kind !== 'pickup' && (place === undefined || place === WITHOUT_DAY)
    if (!isWithin) return { day: null, places: [], orders: NOTHING, lines: NOTHING }
    const [places, orders] = [[DELIVERY_WITHOUT_DAY], TO_PACK_WITHOUT_DAY]
    return { day: null, places, orders, lines: ALL }
  }
  let places = db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id as marketDayId', 'places.key', 'places.kind', 'places.name'])
    .select('market_days.closes_at as closesAt')
    .where('market_days.day', '=', day)
  if (place !== undefined) places = places.where('places.key', '=', place)
  if (kind) places = places.where('places.kind', '=', kind)
  const found = await places.orderBy('places.position').orderBy('places.id').execute()
  const orders = ordersOf(found.map(({ marketDayId }) => marketDayId))
  return { day, places: found, orders, lines: await linesOf(db, orders) }
}

const ALL = sql<SqlBool>`1 = 1`
const NOTHING = sql<SqlBool>`1 = 0`

export function ordersOf(marketDayIds: number[]): RawBuilder<SqlBool> {
  if (marketDayIds.length === 0) return NOTHING
  const ids = sql.join(marketDayIds)
  return sql`orders.market_day_id in (${ids}) and orders.status <> 'cancelled'`
}

export async function linesOf(db: Db, orders: RawBuilder<SqlBool>): Promise<RawBuilder<SqlBool>> {
  const { first, last } = await db
    .selectFrom('orders')
    // `+ 0` keeps PostgreSQL from finding the minimum by walking all orders by ID.
    .select([
      sql<number | null>`min(orders.id + 0)`.as('first'),
      sql<number | null>`max(orders.id + 0)`.as('last'),
    ])
    .where(orders)
    .executeTakeFirstOrThrow()
  return first === null ? NOTHING : sql`order_items.order_id between ${first} and ${last}`
}

export async function countWithoutDay(db: Db): Promise<number> {
  const { orders } = await db
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('orders'))
    .where(TO_PACK_WITHOUT_DAY)
    .executeTakeFirstOrThrow()
  return Number(orders)
}
