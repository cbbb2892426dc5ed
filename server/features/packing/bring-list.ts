import { sql } from 'kysely'
import { type BringList, type BringPlace, COMPARABLE_DAYS } from '#contract/market/bring-list.ts'
import { byShelf } from '#contract/products/shelf-order.ts'
import type { Db } from '#server/db/write.ts'
import { listCategoryNames } from '#server/features/categories/categories.ts'
import { STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'
import {
  type ListedPlace,
  type ListRequest,
  linesOf,
  listNeeds,
  listProducts,
  type Need,
  ordersOf,
  readScope,
} from './list-scope.ts'

/** In weeks. Older days aren't compared, since farms have seasons. */
const WEEKS_BACK = 26

export async function listToBring(
  db: Db,
  request: ListRequest & { day: string },
): Promise<BringList> {
  const scope = await readScope(db, request)
  const days = await listEarlierDays(db, scope.places, request.day)
  const sold = await listSold(db, days)
  const needs = await listNeeds(db, scope)
  const ids = new Set([...sold, ...needs].map(({ productId }) => productId))
  const products = (await listProducts(db, [...ids]))
    .map(({ id, ...product }) => ({ productId: id, ...product }))
    .sort(byShelf(await listCategoryNames(db)))
  return {
    day: request.day,
    places: scope.places.map((place) =>
      showPlace(place, { days: days.get(place.marketDayId) ?? [], sold, needs, products }),
    ),
  }
}

type BringFacts = {
  days: readonly EarlierDay[]
  sold: readonly Need[]
  needs: readonly Need[]
  products: readonly { productId: number; name: string; category: string }[]
}

function showPlace({ key, name, marketDayId }: ListedPlace, found: BringFacts): BringPlace {
  const { days, sold, needs, products } = found
  const unitsOf = (list: readonly Need[], dayId: number | null, productId: number) =>
    list.find((one) => one.marketDayId === dayId && one.productId === productId)?.units ?? 0
  const lines = products.map((product) => ({
    ...product,
    sold: days.map((day) => unitsOf(sold, day.id, product.productId)),
    ordered: unitsOf(needs, marketDayId, product.productId),
  }))
  return {
    key,
    name,
    days: days.map(({ day }) => day),
    products: lines.filter(({ sold: units, ordered }) => [...units, ordered].some((n) => n > 0)),
  }
}

type EarlierDay = { id: number; day: string }

async function listEarlierDays(
  db: Db,
  places: readonly ListedPlace[],
  day: string,
): Promise<Map<number | null, EarlierDay[]>> {
  const ids = places.flatMap(({ marketDayId }) => marketDayId ?? [])
  const rows = await db
    .selectFrom('market_days as ours')
    .innerJoin('market_days as earlier', 'earlier.place_id', 'ours.place_id')
    .select(['ours.id as ofDay', 'earlier.id', 'earlier.day'])
    .where('ours.id', 'in', ids)
    .where('earlier.day', 'in', sameWeekdaysBefore(day))
    .where('earlier.state', '=', 'open')
    .orderBy('earlier.day', 'desc')
    .orderBy('earlier.id', 'desc')
    .execute()
  const byDay = Map.groupBy(rows, ({ ofDay }): number | null => ofDay)
  return new Map([...byDay].map(([ofDay, its]) => [ofDay, its.slice(0, COMPARABLE_DAYS)]))
}

function sameWeekdaysBefore(day: string): string[] {
  const last = Temporal.PlainDate.from(day)
  return Array.from({ length: WEEKS_BACK }, (_, week) =>
    last.subtract({ weeks: week + 1 }).toString(),
  )
}

async function listSold(db: Db, days: Map<unknown, readonly EarlierDay[]>): Promise<Need[]> {
  const ids = [...days.values()].flatMap((its) => its.map(({ id }) => id))
  if (ids.length === 0) return []
  const orders = ordersOf(ids)
  const lines = await linesOf(db, orders)
  const { rows } = await sql<Need>`
    select market_day_id as "marketDayId", product_id as "productId", sum(units) as units
    from (
      select orders.market_day_id, order_items.product_id, ${STANDING_UNITS} as units
      from orders join order_items on order_items.order_id = orders.id
      where ${orders} and ${lines}
      union all
      select sales.market_day_id, sale_items.product_id, sale_items.units
      from sales join sale_items on sale_items.sale_id = sales.id
      where sales.market_day_id in (${sql.join(ids)}) and sales.undone_at is null
        and sale_items.product_id is not null
    ) as sold
    group by market_day_id, product_id
    having sum(units) > 0`.execute(db)
  return rows
}
