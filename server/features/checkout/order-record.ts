import { type Insertable, type Selectable, sql } from 'kysely'
import { standingCentsOf, standingOf } from '#contract/money/standing.ts'
import { ORDER_STATUS, type OrderStatus } from '#contract/orders/order-status.ts'
import { Refusal } from '#server/core/refusal.ts'
import { HAS_LEFT } from '#server/db/order-statuses.ts'
import { prepared } from '#server/db/prepared.ts'
import type { PricedLine, Tables } from '#server/db/tables.ts'
import type { Db, Emit } from '#server/db/write.ts'
import { recountRoom } from '#server/features/calendar/day-room.ts'
import { overrule, undoPacks } from '#server/features/order-balance/gives-and-packs.ts'
import {
  giveBackStock,
  recordMovements,
  type StockLine,
} from '#server/features/stock/move-stock.ts'
import { readTaxing } from '#server/features/tax/rates.ts'
import { type SearchedOrder, wordsOfOrder } from './order-words.ts'

export type OrderRow = Selectable<Tables['orders']>

export async function findOrderOfCheckout(db: Db, checkoutKey: string): Promise<OrderRow | null> {
  return (await selectOfCheckout(db, { checkoutKey })).rows[0] ?? null
}

const selectOfCheckout = prepared((db, { checkoutKey }: { checkoutKey: string }) =>
  db.selectFrom('orders').selectAll().where('checkout_key', '=', checkoutKey),
)

export function orderExists({ id }: Pick<OrderRow, 'id'>): Refusal {
  return new Refusal('order-exists', `Order #${id} was already placed from this cart.`)
}

const REPEAT = 10 * 60_000

export async function findOrderOfVisitor(
  db: Db,
  { visitorHash, hash, at }: { visitorHash: string; hash: string; at: Date },
): Promise<OrderRow | null> {
  const since = new Date(at.getTime() - REPEAT).toISOString()
  return (await selectOfVisitor(db, { visitorHash, hash, since })).rows[0] ?? null
}

const selectOfVisitor = prepared(
  (db, { visitorHash, hash, since }: { visitorHash: string; hash: string; since: string }) =>
    db
      .selectFrom('orders')
      .selectAll('orders')
      .innerJoin('payments', 'payments.order_id', 'orders.id')
      .where('orders.visitor_hash', '=', visitorHash)
      .where('orders.body_hash', '=', hash)
      .where('orders.created_at', '>', since)
      .where('payments.state', '!=', 'canceled')
      .orderBy('orders.id', 'desc')
      .limit(1),
)

export async function recordOrder(
  tx: Db,
  order: Insertable<Tables['orders']>,
  lines: readonly PricedLine[],
): Promise<number> {
  const { rows } = await insertOrder(tx, { market_day_id: null, ...order })
  const { id, tax_rate } = rows[0] as { id: number; tax_rate: string | null }
  const productIds = lines.map(({ productId }) => productId)
  const taxing = tax_rate ? await readTaxing(tx, order, productIds) : null
  if (taxing?.delivery && order.delivery_cents > 0)
    await tx
      .updateTable('orders')
      .set({ delivery_tax_bp: taxing.delivery })
      .where('id', '=', id)
      .execute()
  const item = (line: PricedLine) => ({
    order_id: id,
    product_id: line.productId,
    name: line.name,
    quantity: line.quantity,
    unit_cents: line.unitCents,
    weigh_unit: line.weigh?.unit ?? null,
    weigh_cents: line.weigh?.cents ?? null,
    weigh_to: line.weigh?.to ?? null,
    tax_bp: taxing?.of(line.productId) ?? 0,
  })
  await insertItems(tx, lines.map(item))
  await insertTerms(tx, id, order)
  return id
}

/** No day if the farmer removed it during payment. Returns the tax rate too, to save a query. */
const insertOrder = prepared((tx, order: Insertable<Tables['orders']>) =>
  tx
    .insertInto('orders')
    .values({
      ...order,
      market_day_id: sql<number>`(select id from market_days where id = ${order.market_day_id})`,
    })
    .returning([
      'id',
      sql<string | null>`(select value from settings where key = 'tax_rate')`.as('tax_rate'),
    ]),
)

type NewItem = Omit<Insertable<Tables['order_items']>, 'category' | 'snap'>

const insertItems = prepared((tx, items: NewItem[]) =>
  tx.insertInto('order_items').values(
    items.map((item) => ({
      ...item,
      category: sql<string>`(select category from products where id = ${item.product_id})`,
      snap: sql<boolean>`(select snap from products where id = ${item.product_id})`,
    })),
  ),
)

async function insertTerms(tx: Db, order_id: number, order: SearchedOrder): Promise<void> {
  const terms = wordsOfOrder(order).map((term) => ({ word: term, order_id }))
  await insertTermRows(tx, terms)
}

const insertTermRows = prepared((tx, words: Insertable<Tables['order_words']>[]) =>
  tx.insertInto('order_words').values(words),
)

export async function replaceTerms(tx: Db, id: number, order: SearchedOrder): Promise<void> {
  await tx.deleteFrom('order_words').where('order_id', '=', id).execute()
  await insertTerms(tx, id, order)
}

export async function lockOrder(tx: Db, id: number): Promise<OrderRow | null> {
  const touched = tx.updateTable('orders').set((row) => ({ status: row.ref('status') }))
  return (await touched.where('id', '=', id).returningAll().executeTakeFirst()) ?? null
}

/**
 * A status set here overrides what packing recorded. Goods that left the farm stay marked as gone;
 * a canceled order's box is unpacked. Canceling and reopening raise the revision.
 */
export async function updateOrder(
  tx: Db,
  id: number,
  change: {
    status: OrderStatus
    stock_taken?: boolean
    goods_missing?: boolean
    checkout_key?: null
  },
  at: Date,
): Promise<void> {
  const has_left = sql<boolean>`has_left or (status in ${HAS_LEFT} and status_before_given is null)`
  const revision = sql<number>`case when (status = 'cancelled') = (${change.status} = 'cancelled')
    then revision else revision + 1 end`
  await tx
    .updateTable('orders')
    .set({
      ...change,
      has_left,
      revision,
      processed_by_packing: false,
      status_before_given: null,
      ...(change.status === 'cancelled' ? { packed_at: null } : {}),
    })
    .where('id', '=', id)
    .execute()
  await overrule(tx, id, at)
  if (change.status === 'cancelled') await undoPacks(tx, id, at)
}

export async function raiseRevision(tx: Db, id: number): Promise<void> {
  const order = tx.updateTable('orders').where('id', '=', id)
  await order.set({ revision: sql`revision + 1` }).execute()
}

type Whereabouts = Pick<OrderRow, 'status' | 'has_left' | 'collected_at'>

export function hasLeft({ status, has_left, collected_at }: Whereabouts): boolean {
  return has_left || collected_at !== null || ORDER_STATUS[status].hasLeft
}

export function hasStockToReturn(order: Whereabouts & Pick<OrderRow, 'stock_taken'>): boolean {
  return order.stock_taken && !hasLeft(order)
}

export type StandingLine = StockLine & { cents: number }

export async function listOrderLines(db: Db, orderId: number): Promise<StandingLine[]> {
  const items = db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', '=', orderId)
    .orderBy('product_id')
  return (await items.execute()).map(standingLineOf).filter(({ quantity }) => quantity > 0)
}

export function standingLineOf(item: Selectable<Tables['order_items']>): StandingLine {
  const { product_id: productId, name } = item
  return { productId, name, quantity: standingOf(item), cents: standingCentsOf(item) }
}

/** Restocks what refunds didn't. Returns the product IDs. */
export async function returnOrderStock(tx: Db, orderId: number, at: Date): Promise<number[]> {
  const lines = await listOrderLines(tx, orderId)
  await giveBackStock(tx, lines, at)
  await recordMovements(tx, lines, { reason: 'returned', orderId, at })
  return lines.map((line) => line.productId)
}

export async function expireOrder(tx: Db, emit: Emit, orderId: number, at: Date): Promise<void> {
  const order = await lockOrder(tx, orderId)
  if (!order) return
  const returns = hasStockToReturn(order)
  if (returns) emit({ kind: 'stock', productIds: await returnOrderStock(tx, orderId, at) })
  const stock_taken = order.stock_taken && !returns
  await updateOrder(tx, orderId, { status: 'cancelled', stock_taken, checkout_key: null }, at)
  if (order.status !== 'cancelled') await recountRoom(tx, order.market_day_id)
  else emit({ kind: 'days' })
  emit({ kind: 'orders', orderId })
}
