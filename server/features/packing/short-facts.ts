import type { Cents } from '#contract/money/money.ts'
import { MAX_SHORT_ORDERS } from '#contract/packing/short-harvest.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import { type StandingLine, standingLineOf } from '#server/features/checkout/order-record.ts'
import {
  capturedLeft,
  REFUNDED,
  STANDING_UNITS,
} from '#server/features/order-balance/order-balance.ts'
import type { ListScope } from './list-scope.ts'

export type ShortProduct = {
  id: number
  name: string
  category: string
  price_cents: Cents
  stock: number
}

export type HoldingOrder = Awaited<ReturnType<typeof selectOrders>>[number] & {
  lines: StandingLine[]
  line: StandingLine
  /** Not refunded yet, in cents. */
  leftCents: number
}

export type ShortFacts = {
  product: ShortProduct
  orders: HoldingOrder[]
  others: ShortProduct[]
}

/** @throws Refusal 'not-found', 'invalid' */
export async function readShortFacts(
  db: Db,
  scope: ListScope,
  productId: number,
): Promise<ShortFacts> {
  const product = await selectProducts(db).where('id', '=', productId).executeTakeFirst()
  if (!product) throw new Refusal('not-found', 'There is no such product.', { field: 'productId' })
  const rows = await selectOrders(db, scope, productId)
  if (rows.length > MAX_SHORT_ORDERS)
    throw new Refusal(
      'invalid',
      `More than ${MAX_SHORT_ORDERS} orders include ${product.name}. Please do one place at a time.`,
      { field: 'productId' },
    )
  const lines = await listLines(
    db,
    rows.map(({ id }) => id),
  )
  const orders = rows.flatMap((row) => {
    const own = lines.get(row.id) ?? []
    const line = own.find((one) => one.productId === productId)
    return line ? [{ ...row, lines: own, line, leftCents: capturedLeft(row) }] : []
  })
  const others = selectProducts(db).where('archived_at', 'is', null).where('stock', '>', 0)
  return { product, orders, others: await others.where('id', '!=', productId).execute() }
}

function selectProducts(db: Db) {
  return db.selectFrom('products').select(['id', 'name', 'category', 'price_cents', 'stock'])
}

function selectOrders(db: Db, { orders, lines }: ListScope, productId: number) {
  return db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .leftJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id', 'orders.status', 'orders.has_left', 'orders.collected_at'])
    .select(['orders.customer_name', 'orders.customer_phone', 'orders.customer_email'])
    .select(['orders.if_short', 'payments.state', 'payments.captured_cents'])
    .select(REFUNDED.as('refunded'))
    .where('order_items.product_id', '=', productId)
    .where(STANDING_UNITS, '>', 0)
    .where(lines)
    .where(orders)
    .orderBy('orders.id')
    .limit(MAX_SHORT_ORDERS + 1)
    .execute()
}

async function listLines(
  db: Db,
  orderIds: readonly number[],
): Promise<Map<number, StandingLine[]>> {
  if (orderIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('order_items')
    .selectAll()
    .where('order_id', 'in', orderIds)
    .where(STANDING_UNITS, '>', 0)
    .orderBy('product_id')
    .execute()
  const byOrder = Map.groupBy(rows, ({ order_id }) => order_id)
  return new Map([...byOrder].map(([id, own]) => [id, own.map(standingLineOf)]))
}
