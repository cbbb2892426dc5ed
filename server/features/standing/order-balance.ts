import { type Selectable, sql } from 'kysely'
import { type Cents, cents, toDollars } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import type { Tender } from '#contract/money/tenders.ts'
import { dueOf, type Money, type OrderBalance } from '#contract/orders/order-balance.ts'
import type { OrdersTable } from '#server/db/tables/orders.ts'
import type { TendersTable } from '#server/db/tables/tenders.ts'
import type { Db } from '#server/db/tables.ts'

export type TenderRow = Selectable<TendersTable>

/**
 * Whether an order was paid by a test card, so that no money moved. An order without a card has no
 * payment, so no `livemode`, and is real.
 */
export function isTestOrder(
  order: Pick<Selectable<OrdersTable>, 'payment_method'> & { livemode: boolean | null },
): boolean {
  return order.payment_method === 'card' && !order.livemode
}

/** What the changes of a row of `orders` took off its total, in cents, 0 or below. */
const CHANGED = sql<number>`(select coalesce(sum(delta_cents), 0) from order_changes
  where order_changes.order_id = orders.id)`

/** What a row of `orders` costs as it stands, its fee included, in cents, while it is not cancelled. */
export const STANDING_WORTH = sql<number>`(orders.total_cents + ${CHANGED}
  - (select coalesce(sum(returned_cents), 0) from order_items
    where order_items.order_id = orders.id and returned_cents > 0))`

/** What changes took off the delivery fee of a row of `orders`, in cents, 0 or below. */
export const FEE_CHANGED = sql<number>`(select coalesce(sum(order_changes.delivery_cents), 0)
  from order_changes where order_changes.order_id = orders.id)`

/** What an order without a card is worth, in cents; null for one with a card. */
export const WORTH = sql<number | null>`case when orders.payment_method = 'card' then null
  when orders.status = 'cancelled' then 0 else orders.total_cents + ${CHANGED} end`

/** What was taken for it and not given back, in cents; null for an order with a card. */
export const PAID = sql<number | null>`case when orders.payment_method = 'card' then null
  else (select coalesce(sum(amount_cents), 0) from tenders where tenders.order_id = orders.id) end`

/** What is given back of a row of `payments`, or about to be: refunds that have not failed, in cents. */
export const REFUNDED = sql<number>`(select coalesce(sum(amount_cents), 0) from refunds
  where refunds.payment_id = payments.id and refunds.state != 'failed')`

/** The money of an order without a card; null for one with a card. */
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

export async function readBalance(db: Db, orderId: number): Promise<OrderBalance | null> {
  const money = await readMoney(db, orderId)
  if (!money) return null
  return showBalance(money, (await listTenders(db, [orderId])).get(orderId) ?? [])
}

export async function readBalances(
  db: Db,
  orders: readonly (MoneyRow & { id: number })[],
): Promise<Map<number, OrderBalance>> {
  const money = orders.flatMap((order) => {
    const its = moneyOf(order)
    return its ? [{ id: order.id, ...its }] : []
  })
  const tenders = await listTenders(
    db,
    money.map(({ id }) => id),
  )
  return new Map(money.map(({ id, ...its }) => [id, showBalance(its, tenders.get(id) ?? [])]))
}

function showBalance(money: Money, tenders: readonly TenderRow[]): OrderBalance {
  const { worth, paid } = money
  const amounts = { worth: toDollars(worth), paid: toDollars(paid), due: toDollars(dueOf(money)) }
  return { ...amounts, ways: waysOf(tenders) }
}

export async function listTenders(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number | null, TenderRow[]>> {
  if (orderIds.length === 0) return new Map()
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

type CapturedRow = { state: string | null; captured_cents: number | null; refunded: number | null }

/** What of an order's card payment is not given back yet, in cents; 0 before it is captured. */
export function capturedLeft({ state, captured_cents, refunded }: CapturedRow): Cents {
  return cents(state === 'captured' ? (captured_cents ?? 0) - Number(refunded ?? 0) : 0)
}
