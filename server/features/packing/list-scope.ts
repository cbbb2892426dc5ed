import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { WITHOUT_DAY } from '#contract/calendar/without-day.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import type { packing } from '#contract/packing/packing.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { NOT_TO_PACK } from '#server/db/order-statuses.ts'
import type { PlaceKind } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'

/** `day` is YYYY-MM-DD or `WITHOUT_DAY`; `place` is a key, or absent for all places. */
export type ListRequest = { day: string; place?: string | undefined }

export type ListedPlace = {
  marketDayId: number | null
  key: string
  kind: PlaceKind
  name: string
}

export type ListScope = {
  day: string | null
  places: ListedPlace[]
  orders: RawBuilder<SqlBool>
  /** Bounds on order IDs in `order_items`; without them PostgreSQL scans all years' lines. */
  lines: RawBuilder<SqlBool>
}

/** The contract's `isToPack`, negated, in SQL. */
export const NO_LONGER_TO_PACK = sql<SqlBool>`(orders.status in ${NOT_TO_PACK}
  or orders.collected_at is not null)`

export const IS_PACKED = sql<SqlBool>`(${NO_LONGER_TO_PACK} or orders.packed_at is not null)`

/** Worded like the partial index of orders to pack; that of all deliveries has more rows. */
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
    .where('market_days.day', '=', day)
  if (place !== undefined) places = places.where('places.key', '=', place)
  if (kind) places = places.where('places.kind', '=', kind)
  const found = await places.orderBy('places.position').orderBy('places.id').execute()
  const orders = ordersOf(found.map(({ marketDayId }) => marketDayId))
  return { day, places: found, orders, lines: await linesOf(db, orders) }
}

const ALL = sql<SqlBool>`1 = 1`
const NOTHING = sql<SqlBool>`1 = 0`

export function ordersOf(marketDayIds: readonly number[]): RawBuilder<SqlBool> {
  if (marketDayIds.length === 0) return NOTHING
  const ids = sql.join(marketDayIds)
  return sql`orders.market_day_id in (${ids}) and orders.status <> 'cancelled'`
}

export async function linesOf(db: Db, orders: RawBuilder<SqlBool>): Promise<RawBuilder<SqlBool>> {
  const { first, last } = await db
    .selectFrom('orders')
    // `+ 0` keeps PostgreSQL from walking all orders by ID to find the minimum.
    .select([
      sql<number | null>`min(orders.id + 0)`.as('first'),
      sql<number | null>`max(orders.id + 0)`.as('last'),
    ])
    .where(orders)
    .executeTakeFirstOrThrow()
  return first === null ? NOTHING : sql`order_items.order_id between ${first} and ${last}`
}

export async function countWithoutDay(db: Db): Promise<{ orders: number; toPack: number }> {
  const { orders, packed } = await db
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('orders'))
    .select((row) => row.fn.count<number>('packed_at').as('packed'))
    .where(TO_PACK_WITHOUT_DAY)
    .executeTakeFirstOrThrow()
  return { orders, toPack: orders - packed }
}

export type Need = {
  marketDayId: number | null
  productId: number
  units: number
  orders: number
}

export type Print = { marketDayId: number; needs: Record<string, number>; printedAt: string }

export function listNeeds(db: Db, { orders, lines }: ListScope): Promise<Need[]> {
  const units = sql<number>`sum(${STANDING_UNITS})`
  return db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(['orders.market_day_id as marketDayId', 'order_items.product_id as productId'])
    .select(units.as('units'))
    .select((row) => row.fn.countAll<number>().as('orders'))
    .where(orders)
    .where(lines)
    .groupBy(['orders.market_day_id', 'order_items.product_id'])
    .having(units, '>', 0)
    .execute()
}

export async function listPrints(db: Db, places: readonly ListedPlace[]): Promise<Print[]> {
  const ids = places.flatMap(({ marketDayId }) => marketDayId ?? [])
  if (ids.length === 0) return []
  return db
    .selectFrom('harvest_prints')
    .select(['market_day_id as marketDayId', 'needs', 'printed_at as printedAt'])
    .where('market_day_id', 'in', ids)
    .execute()
}

/** Includes products removed from the shop: what was ordered is owed. */
export function listProducts(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('products')
    .select(['id', 'name', 'category'])
    .where('id', 'in', ids)
    .execute()
}

/** How many past days, and how many coming days without orders, have lists. */
const DAYS_BACK = 14
const DAYS_AHEAD = 8

export async function listDaysWithLists(db: Db, at: Date): Promise<OutputOf<typeof packing.days>> {
  const today = farmDayOf(at.toISOString(), await readTimeZone(db))
  const from = today.subtract({ days: DAYS_BACK }).toString()
  const [first, last] = [today.toString(), today.add({ days: DAYS_AHEAD }).toString()]
  const rows = await listCounts(db, from)
  const shown = rows.filter(({ day, orders }) => orders > 0 || (day >= first && day <= last))
  return {
    today: first,
    days: [...Map.groupBy(shown, ({ day }) => day)].map(([day, places]) => ({
      day,
      places: places.map(({ day: _, ...place }) => place),
    })),
    withoutDay: (await countWithoutDay(db)).orders,
  }
}

async function listCounts(db: Db, from: string) {
  const days = await db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id', 'market_days.day', 'places.key', 'places.name'])
    .where('market_days.day', '>=', from)
    .orderBy('market_days.day')
    .orderBy('places.position')
    .execute()
  const counts = await countOrders(db, ordersOf(days.map(({ id }) => id)))
  return days.map(({ id, ...day }) => ({ ...day, ...(counts.get(id) ?? NO_ORDERS) }))
}

/** `handedOver` includes orders moved on by status alone, `collected` only those ticked. */
export const NO_ORDERS = {
  orders: 0,
  packed: 0,
  collected: 0,
  handedOver: 0,
  boxes: 0,
  boxesHandedOver: 0,
}

export async function countOrders(
  db: Db,
  orders: RawBuilder<SqlBool>,
): Promise<Map<number | null, typeof NO_ORDERS>> {
  const rows = await db
    .selectFrom('orders')
    .select((row) => [
      'market_day_id',
      row.fn.countAll<number>().as('orders'),
      sql<number>`count(case when ${IS_PACKED} then 1 end)`.as('packed'),
      row.fn.count<number>('collected_at').as('collected'),
      sql<number>`count(case when ${NO_LONGER_TO_PACK} then 1 end)`.as('handedOver'),
      row.fn.sum<number>('boxes').as('boxes'),
      sql<number>`coalesce(sum(case when ${NO_LONGER_TO_PACK} then boxes end), 0)`.as(
        'boxesHandedOver',
      ),
    ])
    .where(orders)
    .groupBy('market_day_id')
    .execute()
  return new Map(rows.map(({ market_day_id, ...counts }) => [market_day_id, counts]))
}
