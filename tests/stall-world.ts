import type { Cents } from '#contract/money.ts'
import { write } from '#server/db/write.ts'
import { recordOrder } from '#server/features/checkout/order-record.ts'
import { orderMarkOf } from '#server/features/standing/order-mark.ts'
import { recordMovements, takeStock } from '#server/features/stock/move-stock.ts'
import type { Shop } from '#server/shop.ts'
import { type AShop, aProduct } from './a-shop.ts'
import { ORDER } from './an-order-row.ts'

/** Products and orders of its own on a market day that others share. */
export type World = Awaited<ReturnType<typeof aWorld>>

type Place = Pick<AShop, 'db' | 'shop'> & { dayId: number }

export async function aWorld({ db, shop, dayId }: Place, idOf: (name: string) => string) {
  const { id: productId } = await aProduct(db, { stock: 4 })
  const phones = { first: crypto.randomUUID(), second: crypto.randomUUID() }
  await write(db, (tx) =>
    tx
      .insertInto('stall_phones')
      .values(Object.values(phones).map((id) => ({ id, label: 'Phone', heard_at: null })))
      .execute(),
  )
  const orders: { id: number; mark: string }[] = []
  for (const units of [1, 2]) orders.push(await anOrder({ db, dayId, productId, units }))
  return {
    db,
    shop: shop as Shop,
    dayId,
    productId,
    phones,
    orders,
    idOf,
    seqs: { first: 0, second: 0 },
  }
}

type OrderOf = Pick<Place, 'db' | 'dayId'> & { productId: number; units: number }

/** Paid without a card, so that money may be taken for it at the stall. */
function anOrder({ db, dayId, productId, units }: OrderOf) {
  const receipt_secret = crypto.randomUUID()
  const at = new Date(ORDER.created_at)
  return write(db, async (tx) => {
    const line = { productId, name: 'Eggs', quantity: units, unitCents: 500 as Cents }
    await takeStock(tx, [line])
    const money = { payment_method: 'other' as const, total_cents: (units * 500) as Cents }
    const row = { ...ORDER, ...money, subtotal_cents: money.total_cents, receipt_secret }
    const id = await recordOrder(tx, { ...row, market_day_id: dayId }, [line as never])
    await recordMovements(tx, [line], { reason: 'sold', orderId: id, at })
    return { id, mark: orderMarkOf(receipt_secret) }
  })
}

/** Orders, stock and cash of a world, without its ids and times. */
export async function stateOf({ db, orders, productId, idOf }: World, names: readonly string[]) {
  const ids = orders.map(({ id }) => id)
  const rows = await db
    .selectFrom('orders')
    .select(['status', 'collected_at', 'stock_taken'])
    .where('id', 'in', ids)
    .orderBy('id')
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
    orders: rows.map(({ collected_at, ...row }) => ({ ...row, given: collected_at !== null })),
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
