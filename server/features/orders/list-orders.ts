import type { OrderSort } from '#contract/orders/desk-orders.ts'
import type { OrderFilter } from '#contract/orders/order-filter.ts'
import type { Order } from '#contract/orders/orders.ts'
import type { Db } from '#server/db/write.ts'
import { findCursor, listOrderIds } from './find-orders-queries.ts'
import { loadOrders } from './order-queries.ts'
import { noSuchOrder } from './require-order.ts'

type OrderPage = { orders: Order[]; next: number | null }

/**
 * A filter's orders, newest first, after the given one.
 * @throws Refusal 'not-found' if that order doesn't exist
 */
export async function listOrders(
  db: Db,
  wanted: { filter: OrderFilter; before: number | null; most: number; sort?: OrderSort },
): Promise<OrderPage> {
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

async function readRows(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
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
    compare(one.day ?? NO_DAY, other.day ?? NO_DAY) ||
    positionOf(one) - positionOf(other) ||
    byName.compare(one.customer_name, other.customer_name) ||
    one.id - other.id
  )
}

function positionOf({ day_position, position }: Row): number {
  return day_position ?? position ?? Number.MAX_SAFE_INTEGER
}

function compare(one: string, other: string): number {
  if (one === other) return 0
  return one < other ? -1 : 1
}
