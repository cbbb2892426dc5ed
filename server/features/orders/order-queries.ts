import { type InferResult, type Selectable, sql } from 'kysely'
import { toCents, toDollars } from '#contract/money/money.ts'
import type { Refund } from '#contract/money/refunds.ts'
import { standingOf } from '#contract/money/standing.ts'
import { taxLinesOf } from '#contract/money/tax.ts'
import type { OrderBalance } from '#contract/orders/order-balance.ts'
import type { Order } from '#contract/orders/orders.ts'
import { receiptPath } from '#contract/orders/receipt-link.ts'
import { isToken, mayReadCustomers } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { hasLeft, lockOrder, type OrderRow } from '#server/features/checkout/order-record.ts'
import { lockPaymentOfOrder, type PaymentRow } from '#server/features/checkout/payment-record.ts'
import {
  formatByWeight,
  type ItemRow,
  isTestOrder,
  listItems,
  orderMarkOf,
  paymentStatusOf,
  readBalances,
  selectMoney,
  showGift,
  TAXED_FEE,
} from '#server/features/order-balance/order-balance.ts'
import { taxOfOrder } from '#server/features/tax/rates.ts'

export async function loadOrders(db: Db, ids: readonly number[]): Promise<Order[]> {
  if (ids.length === 0) return []
  const rows = await ordersWithPayment(db).where('orders.id', 'in', ids).execute()
  const byId = new Map((await wholeOrders(db, rows)).map((order) => [order.id, order]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

export async function findWithRow(
  db: Db,
  key: { 'orders.id': number } | { 'orders.receipt_secret': string },
): Promise<{ order: Order; row: OrderWithPayment } | null> {
  const orders = ordersWithPayment(db).where((where) => where.and(key))
  const row = await orders.executeTakeFirst()
  const [order] = row ? await wholeOrders(db, [row]) : []
  return row && order ? { order, row } : null
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
    .select(TAXED_FEE.as('taxed_fee'))
}

async function refundsOf(db: Db, orderIds: number[]): Promise<Map<number | null, Refund[]>> {
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

function toRefund(row: Selectable<Tables['refunds']>): Refund {
  return {
    id: row.id,
    amount: toDollars(row.amount_cents),
    reason: row.reason,
    state: row.state,
    error: row.error_message,
    createdAt: row.created_at,
  }
}

type OrderWithPayment = InferResult<ReturnType<typeof ordersWithPayment>>[number]

async function wholeOrders(db: Db, rows: readonly OrderWithPayment[]): Promise<Order[]> {
  const ids = rows.map(({ id }) => id)
  const [items, refunds] = [await listItems(db, ids), await refundsOf(db, ids)]
  const balances = await readBalances(db, rows)
  const online = await listOnline(db, [...balances.keys()])
  const together = await listPackedWith(db, ids)
  return rows.map((row) => {
    const { id } = row
    const parts = { items: items.get(id) ?? [], refunds: refunds.get(id) ?? [] }
    const order = toOrder(row, { ...parts, balance: balances.get(id), isOnline: online.has(id) })
    return { ...(mayReadCustomers() ? order : withoutCustomer(order)), ...together.get(id) }
  })
}

function withoutCustomer({ giftTo: _, giftMessage: __, giftPhone: ___, ...order }: Order): Order {
  return {
    ...order,
    customerName: '',
    customerEmail: '',
    customerPhone: null,
    shippingAddress: null,
    notes: null,
    pickupName: null,
    farmNote: null,
  }
}

type Parts = {
  items: ItemRow[]
  refunds: Refund[]
  balance: OrderBalance | undefined
  isOnline: boolean
}

function toOrder(row: OrderWithPayment, { items, refunds, balance, isOnline }: Parts): Order {
  const ebt = toCents(balance?.ebtPaid ?? 0)
  const tax = taxLinesOf(taxOfOrder(row, { items, fee: Number(row.taxed_fee), ebt }))
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
    paymentMethod: row.payment_method === 'card' ? 'stripe' : 'other',
    paymentStatus: paymentStatusOf(row),
    ...(balance ? { balance } : {}),
    ...(isOnline ? { orderedOnline: true as const } : {}),
    testMode: isTestOrder(row),
    shippingAddress: row.shipping_address,
    pickupLocation: row.pickup_location,
    pickupDate: row.pickup_date,
    deliveryMethod: row.delivery_method,
    notes: row.notes,
    userId: null,
    items: items.map(toItem),
    // With the link and the email address, anyone can cancel and have the card refunded.
    receiptUrl: isToken() ? '' : receiptPath(row.receipt_secret),
    mark: orderMarkOf(row.receipt_secret),
    refunds,
    ...(tax.length > 0 ? { tax } : {}),
    disputedAt: row.disputed_at,
    hasLeft: hasLeft(row),
    marketDay: marketDayOf(row),
    pickupName: row.pickup_name,
    isGift: row.is_gift,
    ...showGift(row),
    ...(row.gift_phone ? { giftPhone: row.gift_phone } : {}),
    ifShort: row.if_short,
    farmNote: row.farm_note,
    boxes: row.boxes,
    packedAt: row.packed_at,
    collectedAt: row.collected_at,
  }
}

/** Which of these orders without a card were placed in the shop. */
export async function listOnline(db: Db, ids: readonly number[]): Promise<Set<number | null>> {
  if (ids.length === 0) return new Set()
  const placed = db.selectFrom('pickup_requests').select('order_id').where('order_id', 'in', ids)
  return new Set((await placed.execute()).map(({ order_id }) => order_id))
}

function marketDayOf(row: OrderWithPayment): Order['marketDay'] {
  const { market_day_id: id, day, opens, closes, place_key: placeKey, place_name: placeName } = row
  if (id === null || day === null || opens === null || closes === null) return null
  return { id, day, opens, closes, placeKey: placeKey ?? '', placeName: placeName ?? '' }
}

function toItem(item: ItemRow): Order['items'][number] {
  const weighed = formatByWeight(item)
  return {
    productId: item.product_id,
    name: item.name,
    quantity: item.quantity,
    returned: item.returned,
    standing: standingOf(item),
    price: toDollars(item.unit_cents),
    ...(weighed === null ? {} : { weighed }),
  }
}

async function listPackedWith(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, { packedWith: number[] }>> {
  if (ids.length === 0) return new Map()
  const pairs = (column: 'id' | 'packed_with') => sql`
    select later.id as id, first.id as other from orders as later
    join orders as first on first.id = later.packed_with and first.status <> 'cancelled'
      and coalesce(first.market_day_id, 0) = coalesce(later.market_day_id, 0)
    where later.status <> 'cancelled' and later.packed_with is not null
      and later.${sql.ref(column)} in (${sql.join(ids)})`
  const { rows } = await sql<{ id: number; other: number }>`
    ${pairs('id')} union ${pairs('packed_with')} order by id`.execute(db)
  const known = new Map<number, { packedWith: number[] }>()
  const join = (id: number, other: number) =>
    known.set(id, { packedWith: [...(known.get(id)?.packedWith ?? []), other] })
  for (const { id, other } of rows) {
    join(id, other)
    join(other, id)
  }
  return known
}

/** @throws Refusal 'not-found' */
export async function requireOrder(db: Db, id: number): Promise<Order> {
  return (await findWithRow(db, { 'orders.id': id }))?.order ?? noSuchOrder(id)
}

/** Not locked, as for a preview. @throws Refusal 'not-found' */
export async function requireOrderRow(db: Db, id: number): Promise<OrderRow> {
  const row = db.selectFrom('orders').selectAll().where('id', '=', id)
  return (await row.executeTakeFirst()) ?? noSuchOrder(id)
}

export type LockedOrder = { order: OrderRow; payment: PaymentRow | null }

/** Payment first, like all other code, to avoid deadlocks. @throws Refusal 'not-found' */
export async function lockOrderAndPayment(tx: Db, id: number, at: Date): Promise<LockedOrder> {
  const payment = await lockPaymentOfOrder(tx, id, at)
  const order = await lockOrder(tx, id)
  return { order: order ?? noSuchOrder(id), payment }
}

/** @throws Refusal 'changed-meanwhile' */
export function requireRevision(order: OrderRow, revision: number): void {
  if (order.revision === revision) return
  const message = `Order #${order.id} was just changed. Please look at it.`
  throw new Refusal('changed-meanwhile', message)
}

export function orderCancelled(id: number): Refusal {
  return new Refusal('order-cancelled', `Order #${id} was canceled.`)
}

/** `field` is the input that named the order. @throws Refusal 'not-found' */
export function noSuchOrder(id: number, field?: string): never {
  throw new Refusal('not-found', `There is no order #${id}.`, field ? { field } : {})
}
