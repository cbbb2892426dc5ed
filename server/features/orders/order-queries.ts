import type { Selectable } from 'kysely'
import { type Cents, toDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { receiptPath } from '#contract/receipt-link.ts'
import type { Db, OrderItemsTable, OrdersTable, PaymentState } from '#server/db/tables.ts'
import { paymentStatus } from '#server/features/payments/payment-status.ts'

export type OrderRow = Selectable<OrdersTable>
type ItemRow = Selectable<OrderItemsTable>

/** The most orders one answer holds. */
export const ORDERS_PER_PAGE = 500

/** Orders with their lines and the money's side, the newest first, below the given number. */
export async function listOrders(db: Db, before: number | undefined): Promise<Order[]> {
  let newest = ordersWithPayment(db).orderBy('orders.id', 'desc').limit(ORDERS_PER_PAGE)
  if (before !== undefined) newest = newest.where('orders.id', '<', before)
  const rows = await newest.execute()
  const items = await itemsOf(
    db,
    rows.map((row) => row.id),
  )
  return rows.map((row) => toOrder(row, items.get(row.id) ?? []))
}

export async function findOrder(db: Db, id: number): Promise<Order | null> {
  const row = await ordersWithPayment(db).where('orders.id', '=', id).executeTakeFirst()
  return row ? toOrder(row, (await itemsOf(db, [id])).get(id) ?? []) : null
}

/** The order that a receipt's secret opens, with what is given back of it in cents. */
export async function findOrderOfReceipt(db: Db, secret: string): Promise<{ order: Order; refunded: Cents } | null> {
  const row = await ordersWithPayment(db).where('orders.receipt_secret', '=', secret).executeTakeFirst()
  if (!row) return null
  return { order: toOrder(row, (await itemsOf(db, [row.id])).get(row.id) ?? []), refunded: refundedOf(row) }
}

/** The lines of an order, as stock counts them. */
export async function listOrderLines(
  db: Db,
  orderId: number,
): Promise<{ productId: number; name: string; quantity: number }[]> {
  const items = (await itemsOf(db, [orderId])).get(orderId) ?? []
  return items.map((item) => ({ productId: item.product_id, name: item.name, quantity: item.quantity }))
}

function ordersWithPayment(db: Db) {
  return db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .selectAll('orders')
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

type OrderWithPayment = OrderRow & {
  state: PaymentState | null
  captured_cents: Cents | null
  livemode: boolean | null
  refunded: number | null
}

function refundedOf({ refunded }: OrderWithPayment): Cents {
  return Number(refunded ?? 0) as Cents
}

function toOrder(row: OrderWithPayment, items: ItemRow[]): Order {
  const money = { captured: row.captured_cents ?? (0 as Cents), refunded: refundedOf(row) }
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
    paymentStatus: paymentStatus({ state: row.state ?? 'canceled', ...money }),
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
      price: toDollars(item.unit_cents),
    })),
    receiptUrl: receiptPath(row.receipt_secret),
  }
}
