import type { Selectable } from 'kysely'
import { type Cents, toDollars } from '#contract/money.ts'
import type { Order, PaymentStatus } from '#contract/orders.ts'
import { receiptPath } from '#contract/receipt-link.ts'
import type { Refund } from '#contract/refunds.ts'
import { standingOf } from '#contract/standing.ts'
import type { OrderItemsTable } from '#server/db/tables/orders.ts'
import type { PaymentState, RefundsTable } from '#server/db/tables/payments.ts'
import type { Db } from '#server/db/tables.ts'
import { hasLeft, type OrderRow } from '#server/features/checkout/order-record.ts'
import { paymentStatus } from '#server/features/checkout/payment-record.ts'
import { listPackedWith } from './packed-with.ts'

type ItemRow = Selectable<OrderItemsTable>

export async function loadOrders(db: Db, ids: number[]): Promise<Order[]> {
  if (ids.length === 0) return []
  const rows = await ordersWithPayment(db).where('orders.id', 'in', ids).execute()
  const [items, refunds] = [await itemsOf(db, ids), await refundsOf(db, ids)]
  const together = await listPackedWith(db, ids)
  const orders = rows.map((row) => ({
    ...toOrder(row, items.get(row.id) ?? [], refunds.get(row.id) ?? []),
    ...together.get(row.id),
  }))
  const byId = new Map(orders.map((order) => [order.id, order]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findOrder(db: Db, id: number): Promise<Order | null> {
  const row = await ordersWithPayment(db).where('orders.id', '=', id).executeTakeFirst()
  if (!row) return null
  return { ...(await wholeOrder(db, row)), ...(await listPackedWith(db, [id])).get(id) }
}

/** The order that a receipt's secret opens, with what is given back of it in cents. */
export async function findOrderOfReceipt(
  db: Db,
  secret: string,
): Promise<{ order: Order; refunded: Cents; row: OrderRow } | null> {
  const row = await ordersWithPayment(db)
    .where('orders.receipt_secret', '=', secret)
    .executeTakeFirst()
  return row ? { order: await wholeOrder(db, row), refunded: refundedOf(row), row } : null
}

export async function findRefund(db: Db, id: string): Promise<Refund | null> {
  const row = await db.selectFrom('refunds').selectAll().where('id', '=', id).executeTakeFirst()
  return row ? toRefund(row) : null
}

function ordersWithPayment(db: Db) {
  return selectMoney(db)
    .leftJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .leftJoin('places', 'places.id', 'market_days.place_id')
    .selectAll('orders')
    .select(['market_days.day', 'market_days.opens', 'market_days.closes'])
    .select(['places.key as place_key', 'places.name as place_name'])
}

/** What is known of the money of orders, to be narrowed; columns of the orders come beside it. */
export function selectMoney(db: Db) {
  return db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .select(['payments.state', 'payments.captured_cents', 'payments.livemode'])
    .select((row) => [
      row
        .selectFrom('refunds')
        .select((refund) => refund.fn.sum<number>('amount_cents').as('total'))
        .whereRef('refunds.payment_id', '=', 'payments.id')
        .where('refunds.state', '!=', 'failed')
        .as('refunded'),
    ])
}

async function itemsOf(db: Db, orderIds: number[]): Promise<Map<number, ItemRow[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('product_id')
    .execute()
  return Map.groupBy(rows, (row) => row.order_id)
}

async function refundsOf(db: Db, orderIds: number[]): Promise<Map<number | null, Refund[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .selectAll('refunds')
    .select('payments.order_id')
    .where('payments.order_id', 'in', orderIds)
    .orderBy('refunds.created_at')
    .execute()
  const grouped = Map.groupBy(rows, (row) => row.order_id)
  return new Map([...grouped].map(([orderId, own]) => [orderId, own.map(toRefund)]))
}

function toRefund(row: Selectable<RefundsTable>): Refund {
  return {
    id: row.id,
    amount: toDollars(row.amount_cents),
    reason: row.reason,
    state: row.state,
    error: row.error_message,
    createdAt: row.created_at,
  }
}

type OrderMoney = {
  state: PaymentState | null
  captured_cents: Cents | null
  livemode: boolean | null
  refunded: number | null
}

/** Of the order's market day; null where it has none. */
type OrderDay = Record<'day' | 'opens' | 'closes' | 'place_key' | 'place_name', string | null>

type OrderWithPayment = OrderRow & OrderMoney & OrderDay

function refundedOf({ refunded }: OrderMoney): Cents {
  return Number(refunded ?? 0) as Cents
}

export function paymentStatusOf(row: OrderMoney): PaymentStatus {
  const money = { captured: row.captured_cents ?? (0 as Cents), refunded: refundedOf(row) }
  return paymentStatus({ state: row.state ?? 'canceled', ...money })
}

async function wholeOrder(db: Db, row: OrderWithPayment): Promise<Order> {
  const [items, refunds] = [await itemsOf(db, [row.id]), await refundsOf(db, [row.id])]
  return toOrder(row, items.get(row.id) ?? [], refunds.get(row.id) ?? [])
}

function toOrder(row: OrderWithPayment, items: ItemRow[], refunds: Refund[]): Order {
  return {
    id: row.id,
    customerName: row.customer_name,
    customerEmail: row.customer_email,
    customerPhone: row.customer_phone,
    subtotal: toDollars(row.subtotal_cents),
    deliveryFee: toDollars(row.delivery_cents),
    total: toDollars(row.total_cents),
    status: row.status,
    createdAt: row.created_at,
    paymentMethod: 'stripe',
    paymentStatus: paymentStatusOf(row),
    testMode: !row.livemode,
    shippingAddress: row.shipping_address,
    pickupLocation: row.pickup_location,
    pickupDate: row.pickup_date,
    deliveryMethod: row.delivery_method,
    notes: row.notes,
    userId: null,
    items: items.map((item) => ({
      productId: item.product_id,
      name: item.name,
      quantity: item.quantity,
      returned: item.returned,
      standing: standingOf(item),
      price: toDollars(item.unit_cents),
    })),
    receiptUrl: receiptPath(row.receipt_secret),
    refunds,
    disputedAt: row.disputed_at,
    hasLeft: hasLeft(row),
    marketDay: marketDayOf(row),
    pickupName: row.pickup_name,
    isGift: row.is_gift,
    ifShort: row.if_short,
    farmNote: row.farm_note,
    boxes: row.boxes,
    packedAt: row.packed_at,
    collectedAt: row.collected_at,
  }
}

function marketDayOf(row: OrderRow & OrderDay): Order['marketDay'] {
  const { market_day_id: id, day, opens, closes, place_key: placeKey, place_name: placeName } = row
  if (id === null || day === null || opens === null || closes === null) return null
  return { id, day, opens, closes, placeKey: placeKey ?? '', placeName: placeName ?? '' }
}
