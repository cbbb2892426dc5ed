import type { Cents } from '#contract/money/money.ts'
import { write } from '#server/db/write.ts'
import { recordOrder } from '#server/features/checkout/order-record.ts'
import { orderMarkOf } from '#server/features/order-balance/order-balance.ts'
import { settleHandedOut } from '#server/features/orders/settle-weights.ts'
import { recordMovements, takeStock } from '#server/features/stock/move-stock.ts'
import type { Shop } from '#server/shop.ts'
import { type AShop, aProduct } from './a-shop.ts'
import { ORDER } from './an-order-row.ts'

export type World = Awaited<ReturnType<typeof aWorld>>

type Place = Pick<AShop, 'db' | 'shop'> & { dayId: number }

export async function aWorld({ db, shop, dayId }: Place, idOf: (name: string) => string) {
  const { id: productId } = await aProduct(db, { stock: 4 })
  const weigh = { weighUnit: 'lb', weighPrice: 200 as Cents, weighTo: 4000 } as const
  const { id: hamId } = await aProduct(db, { name: 'Ham', price: 800, stock: 100, ...weigh })
  const phones = { first: crypto.randomUUID(), second: crypto.randomUUID() }
  await write(db, (tx) =>
    tx
      .insertInto('stall_phones')
      .values(Object.values(phones).map((id) => ({ id, label: 'Phone', heard_at: null })))
      .execute(),
  )
  const orders: { id: number; mark: string }[] = []
  for (const units of [1, 2]) orders.push(await anOrder({ db, dayId, productId, hamId, units }))
  return {
    db,
    shop: shop as Shop,
    dayId,
    productId,
    hamId,
    itemsOf: (which: number) =>
      [productId, hamId].map((id) => ({ productId: id, units: which + 1 })),
    phones,
    orders,
    idOf,
    seqs: { first: 0, second: 0 },
  }
}

type OrderOf = Pick<Place, 'db' | 'dayId'> & { productId: number; hamId: number; units: number }

/**
 * Paid without a card, so that the stall may take money for it; eggs, and as much ham at $2.00/lb.
 */
function anOrder({ db, dayId, productId, hamId, units: quantity }: OrderOf) {
  const receipt_secret = crypto.randomUUID()
  const at = new Date(ORDER.created_at)
  const weigh = { unit: 'lb', cents: 200, to: 4000 }
  const lines = [
    { productId, name: 'Eggs', quantity, unitCents: 500 as Cents },
    { productId: hamId, name: 'Ham', quantity, unitCents: 800 as Cents, weigh },
  ]
  return write(db, async (tx) => {
    await takeStock(tx, lines)
    const money = { payment_method: 'other' as const, total_cents: (quantity * 1300) as Cents }
    const row = { ...ORDER, ...money, subtotal_cents: money.total_cents, receipt_secret }
    const id = await recordOrder(tx, { ...row, market_day_id: dayId }, lines as never)
    await recordMovements(tx, lines, { reason: 'sold', orderId: id, at })
    return { id, mark: orderMarkOf(receipt_secret) }
  })
}

/** Orders, stock and cash of a world, without ids and times; weighings are settled first. */
export async function stateOf(world: World, names: readonly string[]) {
  const { db, shop, orders, productId, idOf } = world
  const ids = orders.map(({ id }) => id)
  for (const id of ids) await settleHandedOut(shop, id)
  const rows = await db
    .selectFrom('orders')
    .select(['status', 'collected_at', 'stock_taken', 'packed_at', 'boxes', 'processed_by_packing'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const weighed = await db
    .selectFrom('weighings')
    .select(['order_id', 'units', 'thousandths', 'cents'])
    .where('order_id', 'in', ids)
    .orderBy('order_id')
    .execute()
  const costs = await db
    .selectFrom('order_items')
    .select('changed_cents')
    .where('order_id', 'in', ids)
    .orderBy('order_id')
    .orderBy('product_id')
    .execute()
  const paid = await db
    .selectFrom('tenders')
    .select((row) => ['order_id', row.fn.sum<number>('amount_cents').as('sum')])
    .where('order_id', 'in', ids)
    .groupBy('order_id')
    .orderBy('order_id')
    .execute()
  const product = db.selectFrom('products').select('stock').where('id', '=', productId)
  const moved = db
    .selectFrom('stock_movements')
    .select((row) => row.fn.sum<number>('delta').as('sum'))
    .where('product_id', '=', productId)
  const loads = db
    .selectFrom('stall_loads')
    .select(['wish', 'loaded', 'sold', 'from_stock', 'back', 'waste', 'wasted'])
    .where('product_id', '=', productId)
  const debts = db.selectFrom('stock_debts').selectAll().where('product_id', '=', productId)
  const own = names.flatMap((name) => [idOf(name), `${idOf(name)}/undone`])
  const moves = db.selectFrom('cash_moves').select('amount_cents').where('id', 'in', own)
  const tenders = db.selectFrom('tenders').select(['id', 'amount_cents'])
  const sales = await tenders
    .where('sale_id', 'in', names.map(idOf))
    .where('is_cash', '=', true)
    .execute()
  const sum = (all: readonly { amount_cents: number }[]) =>
    all.reduce((total, { amount_cents }) => total + amount_cents, 0)
  const { stock } = await product.executeTakeFirstOrThrow()
  return {
    orders: rows.map(({ collected_at, packed_at, ...row }) => ({
      ...row,
      given: collected_at !== null,
      packed: packed_at !== null,
    })),
    weighed: weighed.map(({ order_id, ...row }) => ({ ...row, which: ids.indexOf(order_id) })),
    costs: costs.map(({ changed_cents }) => changed_cents),
    paid: paid
      .map(({ order_id, sum: all }) => [ids.indexOf(Number(order_id)), Number(all)])
      .filter(([, all]) => all !== 0),
    cash: sum(await moves.execute()) + sum(sales),
    stock,
    isSumOfMovements: Number((await moved.executeTakeFirstOrThrow()).sum) === stock,
    loads: (await loads.execute()).filter((row) => Object.values(row).some((value) => value !== 0)),
    debts: (await debts.execute()).map(({ product_id: _, market_day_id: __, ...debt }) => debt),
  }
}
