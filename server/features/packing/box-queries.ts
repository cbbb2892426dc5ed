import { isUnpaid, standingOf } from '#contract/money/standing.ts'
import type { OrderBalance } from '#contract/orders/order-balance.ts'
import type { ListPlace, PackOrder, ShortCall } from '#contract/packing/packing-lists.ts'
import { CHILLED } from '#contract/products/categories.ts'
import type { Db } from '#server/db/write.ts'
import {
  type ItemRow,
  paymentStatusOf,
  readBalances,
  STANDING_UNITS,
  selectItems,
  selectMoney,
  showGift,
  showWeight,
} from '#server/features/order-balance/order-balance.ts'
import { countOrders, type ListedPlace, type ListScope, NO_ORDERS } from './list-scope.ts'

function selectOrders(db: Db, { orders }: ListScope) {
  return selectMoney(db)
    .select(['orders.id', 'orders.status', 'orders.market_day_id', 'orders.boxes'])
    .select(['orders.packed_with', 'orders.customer_email'])
    .select(['orders.customer_name', 'orders.customer_phone', 'orders.shipping_address'])
    .select(['orders.packed_at', 'orders.collected_at', 'orders.status_before_given'])
    .select(['orders.notes', 'orders.farm_note'])
    .select(['orders.pickup_name', 'orders.is_gift', 'orders.if_short'])
    .select(['orders.gift_to', 'orders.gift_message', 'orders.gift_phone', 'orders.gift_prices'])
    .where(orders)
    .execute()
}

export type Box = {
  order: Awaited<ReturnType<typeof selectOrders>>[number]
  place: ListedPlace
  balance: OrderBalance | undefined
}

const byName = new Intl.Collator('en')

export async function listBoxes(db: Db, scope: ListScope): Promise<Box[]> {
  const positions = new Map(
    scope.places.map((place, index) => [place.marketDayId, { place, index }]),
  )
  const orders = await selectOrders(db, scope)
  const balances = await readBalances(db, orders)
  return orders
    .flatMap((order) => {
      const at = positions.get(order.market_day_id)
      return at ? [{ order, ...at }] : []
    })
    .sort(
      (one, other) =>
        one.index - other.index ||
        byName.compare(one.order.customer_name, other.order.customer_name) ||
        one.order.id - other.order.id,
    )
    .map(({ order, place }) => ({ order, place, balance: balances.get(order.id) }))
}

export async function listColdOrders(db: Db, scope: ListScope): Promise<Set<number>> {
  const rows = await standingLines(db, scope)
    .select('order_id')
    .distinct()
    .where('products.category', 'in', CHILLED)
    .execute()
  return new Set(rows.map(({ order_id }) => order_id))
}

function standingLines(db: Db, { orders, lines }: ListScope) {
  return db
    .selectFrom('order_items')
    .innerJoin('products', 'products.id', 'order_items.product_id')
    .where(lines)
    .where('order_items.order_id', 'in', db.selectFrom('orders').select('orders.id').where(orders))
    .where(STANDING_UNITS, '>', 0)
}

type BoxItem = PackOrder['items'][number]

export async function listBoxItems(db: Db, scope: ListScope): Promise<Map<number, BoxItem[]>> {
  const rows = await selectItems(db)
    .innerJoin('products', 'products.id', 'order_items.product_id')
    .select('products.category')
    .where(scope.lines)
    .where(
      'order_items.order_id',
      'in',
      db.selectFrom('orders').select('orders.id').where(scope.orders),
    )
    .where(STANDING_UNITS, '>', 0)
    .orderBy('order_items.order_id')
    .orderBy('order_items.product_id')
    .execute()
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map([...byOrder].map(([id, lines]) => [id, lines.map(showItem)]))
}

function showItem(row: ItemRow & { category: string }): BoxItem {
  const { product_id: productId, name, category } = row
  const byWeight = showWeight(row)
  return {
    productId,
    name,
    units: standingOf(row),
    isCold: CHILLED.includes(category),
    ...(byWeight ? { byWeight } : {}),
  }
}

export async function listCalls(db: Db, scope: ListScope): Promise<ShortCall[]> {
  const rows = await standingLines(db, scope)
    .innerJoin('short_calls', (call) =>
      call
        .onRef('short_calls.order_id', '=', 'order_items.order_id')
        .onRef('short_calls.product_id', '=', 'order_items.product_id'),
    )
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .select(['order_items.order_id as orderId', 'order_items.product_id as productId'])
    .select(['order_items.name', 'orders.customer_name'])
    .select(['short_calls.gets', STANDING_UNITS.as('units')])
    .whereRef(STANDING_UNITS, '>', 'short_calls.gets')
    .orderBy('order_items.order_id')
    .orderBy('order_items.product_id')
    .execute()
  return rows.map(({ customer_name, ...row }) => ({
    ...row,
    shortName: formatShortName(customer_name),
  }))
}

export async function listPlaces(db: Db, { places, orders }: ListScope): Promise<ListPlace[]> {
  const counts = await countOrders(db, orders)
  return places.map(({ marketDayId, key, kind, name }) => {
    const { orders: many, boxes } = counts.get(marketDayId) ?? NO_ORDERS
    return { key, kind, name, orders: many, boxes }
  })
}

export function showBox({ order, place, balance }: Box, cold: ReadonlySet<number>) {
  return {
    id: order.id,
    placeKey: place.key,
    shortName: formatShortName(order.customer_name),
    status: order.status,
    boxes: order.boxes,
    packedAt: order.packed_at,
    collectedAt: order.collected_at,
    isCold: cold.has(order.id),
    isUnpaid: isUnpaid({ status: order.status, paymentStatus: paymentStatusOf(order) }),
    ...(balance ? { balance } : {}),
  }
}

export function showPickup({ order }: Box) {
  return { pickupName: order.pickup_name, isGift: order.is_gift, ...showGift(order) }
}

export function showNotes({ order }: Box) {
  return { notes: order.notes, farmNote: order.farm_note }
}

export function isDone({ order }: Box): boolean {
  return order.collected_at !== null || order.status === 'delivered'
}

const SUFFIX = /^(?:jr|sr|ii|iii|iv)\.?$/i

/** `Ada M.`, also from `Ada Miller, Jr.`. */
export function formatShortName(name: string): string {
  const [first = '', ...rest] = name.split(/[\s,]+/).filter(Boolean)
  const [initial] = Array.from(rest.findLast((part) => !SUFFIX.test(part)) ?? '')
  return initial ? `${first} ${initial.toUpperCase()}.` : first
}
