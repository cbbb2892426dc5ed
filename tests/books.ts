import type { Selectable } from 'kysely'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { taxOfOrder } from '#server/features/tax/rates.ts'

export type Hold = { id: string; status: string; amount_cents: number }

/**
 * Faults in the books, in words; empty when stock, orders and money agree. Holds default to the
 * sandbox's.
 */
export async function whatIsWrong(db: Db, given?: Hold[]): Promise<string[]> {
  const holds = given ?? (await db.selectFrom('sandbox_intents').selectAll().execute())
  return [
    ...(await wrongStock(db)),
    ...(await wrongOrders(db)),
    ...(await wrongPayments(db, holds)),
  ]
}

async function wrongStock(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'stock'])
    .select((row) =>
      row
        .selectFrom('stock_movements')
        .select((movement) =>
          movement.fn.coalesce(movement.fn.sum<number>('delta'), movement.lit(0)).as('moved'),
        )
        .whereRef('product_id', '=', 'products.id')
        .as('moved'),
    )
    .execute()
  return rows
    .filter((row) => row.stock !== Number(row.moved))
    .map((row) => `product ${row.id}: stock ${row.stock}, moved ${row.moved}`)
}

async function wrongOrders(db: Db): Promise<string[]> {
  const wrong: string[] = []
  for (const order of await db.selectFrom('orders').selectAll().execute()) {
    const items = await db
      .selectFrom('order_items')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute()
    const moved = await db
      .selectFrom('stock_movements')
      .selectAll()
      .where('order_id', '=', order.id)
      .execute()
    for (const item of items) {
      const delta = moved
        .filter((one) => one.product_id === item.product_id)
        .reduce((sum, one) => sum + one.delta, 0)
      const owed = order.stock_taken ? item.returned - item.quantity - item.changed : 0
      if (delta !== owed)
        wrong.push(`order ${order.id}: product ${item.product_id} moved ${delta}, owed ${owed}`)
    }
    const subtotal = items.reduce((sum, item) => sum + item.quantity * item.unit_cents, 0)
    if (items.length === 0 || subtotal !== order.subtotal_cents)
      wrong.push(`order ${order.id}: lines make ${subtotal}`)
    const payment = await db
      .selectFrom('payments')
      .select('state')
      .where('order_id', '=', order.id)
      .executeTakeFirst()
    if (!payment && order.payment_method === 'card') wrong.push(`order ${order.id} has no payment`)
    if (payment && order.payment_method === 'other')
      wrong.push(`order ${order.id} has a payment by card`)
    wrong.push(...(await wrongTenders(db, order.id, order.payment_method)))
    wrong.push(...(await wrongTax(db, order, items)))
  }
  return wrong
}

/** What stands at each rate, with the fee, is the order's worth; of it SNAP paid, net and tax. */
async function wrongTax(
  db: Db,
  order: Selectable<Tables['orders']>,
  items: Selectable<Tables['order_items']>[],
): Promise<string[]> {
  const add = (numbers: (number | bigint | string)[]) =>
    numbers.reduce<number>((sum, one) => sum + Number(one), 0)
  const changes = await db
    .selectFrom('order_changes')
    .select(['delivery_cents', 'delta_cents'])
    .where('order_id', '=', order.id)
    .execute()
  const tenders = db.selectFrom('tenders').select(['amount_cents', 'is_cash', 'is_ebt'])
  const paid = await tenders.where('order_id', '=', order.id).execute()
  const ebt = add(paid.map((row) => (row.is_ebt ? row.amount_cents : 0)))
  const fee = order.delivery_cents + add(changes.map((row) => row.delivery_cents))
  const sums = taxOfOrder(order, { items, fee, ebt })
  const worth =
    order.status === 'cancelled'
      ? 0
      : order.total_cents +
        add(changes.map((row) => row.delta_cents)) -
        add(items.map((row) => row.returned_cents))
  const wrong = [
    ...(add(sums.map((row) => row.cents)) === worth ? [] : ['its rates do not make its worth']),
    ...(add(sums.map((row) => row.byEbt)) <= Math.max(0, ebt) ? [] : ['more by SNAP than paid']),
  ]
  for (const { rate, cents, byEbt, tax } of sums) {
    const net = cents - byEbt - tax
    // At most half a cent off, without a division.
    const off = Math.abs(2 * tax * (10_000 + rate) - 2 * (cents - byEbt) * rate)
    if (tax < 0 || net < 0 || off > 10_000 + rate) wrong.push(`${tax} is no tax at rate ${rate}`)
  }
  return wrong.map((what) => `order ${order.id}: ${what}`)
}

async function wrongTenders(db: Db, id: number, method: 'card' | 'other'): Promise<string[]> {
  const tenders = await db
    .selectFrom('tenders')
    .select('amount_cents')
    .where('order_id', '=', id)
    .execute()
  const paid = tenders.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  if (paid < 0) return [`order ${id}: ${-paid} more given back than taken`]
  return tenders.length > 0 && method === 'card' ? [`order ${id} took money beside its card`] : []
}

async function wrongPayments(db: Db, holds: Hold[]): Promise<string[]> {
  const wrong: string[] = []
  for (const payment of await db.selectFrom('payments').selectAll().execute()) {
    const hold = holds.find((one) => one.id === payment.intent_id)
    const unsettled = ['creating', 'capturing', 'canceling'].includes(payment.state)
    if (unsettled) wrong.push(`payment ${payment.id} is still ${payment.state}`)
    if (payment.state === 'captured' && hold?.status !== 'succeeded')
      wrong.push(`payment ${payment.id} captured, provider ${hold?.status}`)
    if (payment.state === 'canceled' && hold && hold.status !== 'canceled')
      wrong.push(`payment ${payment.id} over, provider ${hold.status}`)
    if (payment.state === 'captured' && hold?.amount_cents !== payment.amount_cents)
      wrong.push(`payment ${payment.id}: amounts differ`)
  }
  for (const refund of await db.selectFrom('refunds').selectAll().execute()) {
    if (refund.state !== 'succeeded') wrong.push(`refund ${refund.id} is ${refund.state}`)
  }
  const cancelled = await db
    .selectFrom('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .select(['orders.id as id', 'payments.id as payment', 'captured_cents'])
    .where('orders.status', '=', 'cancelled')
    .execute()
  for (const order of cancelled) {
    const given = await db
      .selectFrom('refunds')
      .select('amount_cents')
      .where('payment_id', '=', order.payment)
      .execute()
    const back = given.reduce((sum, refund) => sum + refund.amount_cents, 0)
    if (back !== order.captured_cents)
      wrong.push(`order ${order.id}: took ${order.captured_cents}, gave ${back} back`)
  }
  for (const hold of holds) {
    const known = await db
      .selectFrom('payments')
      .selectAll()
      .where('intent_id', '=', hold.id)
      .executeTakeFirst()
    if (!known && hold.status === 'requires_capture') wrong.push(`a hold nobody knows: ${hold.id}`)
    if (hold.status === 'succeeded' && known?.state !== 'captured')
      wrong.push(`money without an order: ${hold.id}`)
  }
  return wrong
}
