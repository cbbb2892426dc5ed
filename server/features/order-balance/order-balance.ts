import { createHash } from 'node:crypto'
import { type Selectable, type SqlBool, sql } from 'kysely'
import { type Cents, cents, toDollars } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import { standingCentsOf, standingOf } from '#contract/money/standing.ts'
import type { Tender } from '#contract/money/tenders.ts'
import { dueOf, type Money, type OrderBalance } from '#contract/orders/order-balance.ts'
import type { PaymentStatus } from '#contract/orders/orders.ts'
import { formatWeighed as formatTop, formatWeighing } from '#contract/packing/weigh.ts'
import type { LineByWeight } from '#contract/packing/weighing.ts'
import { NOT_TO_PACK } from '#server/db/order-statuses.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'

export type TenderRow = Selectable<Tables['tenders']>

/** A test card paid, so no money moved. An order without a card has no `livemode` and is real. */
export function isTestOrder(
  order: Pick<Selectable<Tables['orders']>, 'payment_method'> & { livemode: boolean | null },
): boolean {
  return order.payment_method === 'card' && !order.livemode
}

/** Total change by order changes, in cents; never above 0. */
const CHANGED = sql<number>`(select coalesce(sum(delta_cents), 0) from order_changes
  where order_changes.order_id = orders.id)`

/** In cents, fee included; valid only while the order isn't canceled. */
export const STANDING_WORTH = sql<number>`(orders.total_cents + ${CHANGED}
  - (select coalesce(sum(returned_cents), 0) from order_items
    where order_items.order_id = orders.id and returned_cents > 0))`

/** Change in the delivery fee by order changes, in cents; never above 0. */
export const FEE_CHANGED = sql<number>`(select coalesce(sum(order_changes.delivery_cents), 0)
  from order_changes where order_changes.order_id = orders.id)`

/** The delivery fee as it stands, in cents, where tax is in it; else 0. */
export const TAXED_FEE = sql<number>`(case when orders.delivery_tax_bp = 0 then 0
  else orders.delivery_cents + ${FEE_CHANGED} end)`

/** In cents; null for an order paid by card. */
export const WORTH = sql<number | null>`case when orders.payment_method = 'card' then null
  when orders.status = 'cancelled' then 0 else orders.total_cents + ${CHANGED} end`

/** Non-card payments minus what was given back, in cents; null for an order paid by card. */
export const PAID = sql<number | null>`case when orders.payment_method = 'card' then null
  else (select coalesce(sum(amount_cents), 0) from tenders where tenders.order_id = orders.id) end`

/** Refunded or about to be (refunds that haven't failed), in cents. */
export const REFUNDED = sql<number>`(select coalesce(sum(amount_cents), 0) from refunds
  where refunds.payment_id = payments.id and refunds.state != 'failed')`

/** Null for an order paid by card. */
export async function readMoney(db: Db, orderId: number): Promise<Money | null> {
  const orders = db.selectFrom('orders').where('id', '=', orderId)
  const row = await orders.select([WORTH.as('worth'), PAID.as('paid')]).executeTakeFirst()
  return row ? moneyOf(row) : null
}

export function showTender(row: TenderRow): Tender {
  const { id, name: way, amount_cents, note, at } = row
  return { id, way, amount: dollarsOf(amount_cents), note, at }
}

export type MoneyRow = { worth: number | null; paid: number | null }

export function moneyOf({ worth, paid }: MoneyRow): Money | null {
  if (worth === null || paid === null) return null
  return { worth: Number(worth) as Cents, paid: Number(paid) as Cents }
}

/** Orders with what was taken for them by card and without one, and what was given back. */
export function selectMoney(db: Db) {
  return db
    .selectFrom('orders')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .select(['payments.state', 'payments.captured_cents', 'payments.livemode'])
    .select([WORTH.as('worth'), PAID.as('paid'), REFUNDED.as('refunded')])
}

type CapturedRow = { state: string | null; captured_cents: Cents | null; refunded: number }

export type OrderMoney = CapturedRow & MoneyRow

export function refundedOf({ refunded }: Pick<OrderMoney, 'refunded'>): Cents {
  return Number(refunded) as Cents
}

/** Captured card money not refunded yet, in cents; 0 before capture. */
export function capturedLeft(row: CapturedRow): Cents {
  return cents(row.state === 'captured' ? (row.captured_cents ?? 0) - refundedOf(row) : 0)
}

export function paymentStatusOf(
  row: OrderMoney & Pick<Selectable<Tables['orders']>, 'status'>,
): PaymentStatus {
  const other = moneyOf(row)
  if (other) {
    const isNeverPaid = row.status === 'cancelled' && other.paid === 0
    return other.paid < other.worth || isNeverPaid ? 'unpaid' : 'completed'
  }
  if (row.state === 'capturing') return 'authorized'
  if (row.state === 'canceling') return 'canceling'
  if (row.state !== 'captured') return 'failed'
  if (refundedOf(row) === 0) return 'completed'
  return capturedLeft(row) > 0 ? 'partially_refunded' : 'refunded'
}

/** In cents: what is still due of a row that stands, and what was taken for it and kept. */
export function dueAndKept(row: OrderMoney): { due: number; kept: number } {
  const other = moneyOf(row)
  if (other) return { due: Math.max(0, dueOf(other)), kept: other.paid }
  return { due: 0, kept: capturedLeft(row) }
}

export async function readBalance(db: Db, orderId: number): Promise<OrderBalance | null> {
  const money = await readMoney(db, orderId)
  const balances = money && (await readBalances(db, [{ id: orderId, ...money }]))
  return balances?.get(orderId) ?? null
}

export async function readBalances(
  db: Db,
  orders: readonly (MoneyRow & { id: number })[],
): Promise<Map<number, OrderBalance>> {
  const money = orders.flatMap((order) => {
    const its = moneyOf(order)
    return its ? [{ id: order.id, ...its }] : []
  })
  const ids = money.map(({ id }) => id)
  const [tenders, eligible] = [await listTenders(db, ids), await sumEligible(db, ids)]
  return new Map(
    money.map(({ id, ...its }) => [id, showBalance(its, tenders.get(id) ?? [], eligible?.get(id))]),
  )
}

/** `eligible`: standing goods that SNAP may pay, in cents; undefined: the shop never said. */
function showBalance(
  money: Money,
  tenders: readonly TenderRow[],
  eligible: number | undefined,
): OrderBalance {
  const { worth, paid } = money
  const due = dueOf(money)
  const amounts = { worth: toDollars(worth), paid: toDollars(paid), due: toDollars(due) }
  const ebt = ebtOf(tenders)
  return {
    ...amounts,
    ways: waysOf(tenders),
    ...(eligible === undefined
      ? {}
      : { snapDue: dollarsOf(Math.max(0, Math.min(eligible - ebt, due))) }),
    ...(ebt > 0 ? { ebtPaid: dollarsOf(ebt) } : {}),
  }
}

/** What SNAP paid and did not get back, in cents. */
function ebtOf(tenders: readonly TenderRow[]): number {
  return tenders.reduce((sum, { is_ebt, amount_cents }) => sum + (is_ebt ? amount_cents : 0), 0)
}

/** Null while no product was ever marked. */
async function sumEligible(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number, number> | null> {
  if (orderIds.length === 0) return null
  const rows = await db
    .selectFrom('order_items')
    .select([
      'order_id',
      sql<number>`sum(case when snap then ${STANDING_CENTS} else 0 end)`.as('cents'),
    ])
    .select(sql<boolean>`exists (select 1 from products where snap)`.as('is_marked'))
    .where('order_id', 'in', orderIds)
    .groupBy('order_id')
    .execute()
  const isMarked = rows.some(({ cents, is_marked }) => is_marked || Number(cents) > 0)
  return isMarked ? new Map(rows.map((row) => [row.order_id, Number(row.cents)])) : null
}

export async function listTenders(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number | null, TenderRow[]>> {
  const rows = await db
    .selectFrom('tenders')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

function waysOf(tenders: readonly TenderRow[]): string[] {
  const sums = new Map<string, number>()
  for (const { name, amount_cents } of tenders) sums.set(name, (sums.get(name) ?? 0) + amount_cents)
  return [...sums].filter(([, balance]) => balance > 0).map(([name]) => name)
}

export function selectItems(db: Db) {
  return db
    .selectFrom('order_items')
    .leftJoin('weighings', (join) =>
      join
        .onRef('weighings.order_id', '=', 'order_items.order_id')
        .onRef('weighings.product_id', '=', 'order_items.product_id')
        .on(sql<boolean>`weighings.units = ${STANDING_UNITS}`),
    )
    .selectAll('order_items')
    .select(['weighings.thousandths', 'weighings.cents as weighed_cents', 'weighings.settled_at'])
}

/** Each order's lines by product. */
export async function listItems(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number, ItemRow[]>> {
  const rows = await selectItems(db)
    .where('order_items.order_id', 'in', orderIds)
    .orderBy('order_items.product_id')
    .execute()
  return Map.groupBy(rows, ({ order_id }) => order_id)
}

export type ItemRow = Selectable<Tables['order_items']> & {
  thousandths?: number | null
  weighed_cents?: number | null
  settled_at?: string | null
}

export function findItem(db: Db, orderId: number, productId: number): Promise<ItemRow | undefined> {
  return selectItems(db)
    .where('order_items.order_id', '=', orderId)
    .where('order_items.product_id', '=', productId)
    .executeTakeFirst()
}

/** Null for goods sold by the piece. */
export function showWeight(item: ItemRow): LineByWeight | null {
  const { weigh_unit: unit, weigh_cents: rate, weigh_to: to, thousandths = null } = item
  if (!unit || !rate || !to) return null
  const { weighed_cents: amount = null } = item
  return {
    unit,
    price: toDollars(rate),
    to: to / 1000,
    paid: dollarsOf(standingCentsOf(item)),
    weight: thousandths === null ? null : thousandths / 1000,
    amount: amount === null ? null : dollarsOf(amount),
    toSendBack: toDollars(owedFor(item)),
  }
}

/** `3.85 lb at $6.00/lb: $23.10`; null if not weighed. */
export function formatWeighed(item: ItemRow): string | null {
  const { weigh_unit: unit, weigh_cents: rate, thousandths = null, weighed_cents: cents } = item
  if (!unit || !rate || cents === null || cents === undefined) return null
  return formatWeighing({ thousandths, cents, unit, rate, most: standingCentsOf(item) })
}

/** The weight, or before weighing the highest price and why; null for goods sold by the piece. */
export function formatByWeight(item: ItemRow): string | null {
  const { weigh_unit: unit, weigh_cents: rate, weigh_to: to } = item
  const weighed = formatWeighed(item)
  if (weighed !== null || !unit || !rate || !to || standingOf(item) === 0) return weighed
  return formatTop({ unit, cents: rate, to })
}

/** Still to be refunded for a line, in cents; never twice. */
export function owedFor(item: ItemRow): Cents {
  const { weighed_cents: amount = null, settled_at: settled = null } = item
  if (amount === null || settled !== null) return cents(0)
  return cents(Math.max(0, standingCentsOf(item) - amount))
}

/** What to refund: money already returned by hand counts, and is never returned twice. */
export function backFor({ owed, left, worth }: Record<'owed' | 'left' | 'worth', Cents>): Cents {
  return cents(Math.min(owed, Math.max(0, left - (worth - owed))))
}

/** `standingOf` in SQL, for `order_items`. */
export const STANDING_UNITS = sql<number>`(order_items.quantity - order_items.returned + order_items.changed)`

/** `standingCentsOf` in SQL, for `order_items`. */
export const STANDING_CENTS = sql<number>`(order_items.quantity * order_items.unit_cents
  - order_items.returned_cents + order_items.changed_cents)`

/** Goods promised and still on the farm. Starts like the partial index of orders to pack. */
export const HOLDS_GOODS = sql<SqlBool>`(orders.status not in ${NOT_TO_PACK}
  and orders.collected_at is null and not orders.has_left and orders.stock_taken)`

/** Distinguishes same-numbered orders across copies of the shop, and reveals nothing about them. */
export function receiptHashOf(receiptSecret: string): string {
  return createHash('sha256').update(receiptSecret).digest('hex')
}

/** Tells apart orders with one number after a restore: 8 hex digits that reveal no secret. */
export function orderMarkOf(receiptSecret: string): string {
  return receiptHashOf(receiptSecret).slice(0, 8)
}

type GiftColumns = Pick<Selectable<Tables['orders']>, 'gift_to' | 'gift_message' | 'gift_prices'>

export function showGift({ gift_to, gift_message, gift_prices }: GiftColumns) {
  return {
    ...(gift_to ? { giftTo: gift_to } : {}),
    ...(gift_message ? { giftMessage: gift_message } : {}),
    ...(gift_prices ? { giftPrices: true as const } : {}),
  }
}
