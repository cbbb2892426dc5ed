import type { GoingShort } from '#contract/today.ts'
import type { Db } from '#server/db/write.ts'

/**
 * Units sold at the stand although orders had them, and those orders: same day first, then later;
 * within a day unpacked first, newest first. Until goods come in or the farmer settles the day.
 */
export async function listGoingShort(db: Db): Promise<GoingShort[]> {
  const sold = await db
    .selectFrom('stock_debts')
    .innerJoin('products', 'products.id', 'product_id')
    .innerJoin('market_days', 'market_days.id', 'market_day_id')
    .select(['product_id as productId', 'products.name', 'stock_debts.units'])
    .select(['market_day_id as marketDayId', 'market_days.day'])
    .where('units', '>', 0)
    .orderBy('market_days.day')
    .orderBy('market_day_id')
    .orderBy('product_id')
    .execute()
  const short: GoingShort[] = []
  for (const { day, ...one } of sold) {
    const gone = short.filter(({ productId }) => productId === one.productId)
    const orders = shareShort(await listWaiting(db, one.productId, day), one.units, gone)
    const units = orders.reduce((sum, order) => sum + order.units, 0)
    if (units > 0) short.push({ ...one, units, orders })
  }
  return short
}

type Waiting = { id: number; units: number }

function shareShort(orders: readonly Waiting[], units: number, gone: readonly GoingShort[]) {
  let left = units
  return orders.flatMap(({ id, units: ordered }) => {
    const before = gone.flatMap((one) => one.orders).filter((order) => order.id === id)
    const there = before.reduce((rest, order) => rest - order.units, ordered)
    const short = Math.min(left, there)
    left -= short
    return short > 0 ? [{ id, units: short }] : []
  })
}

function listWaiting(db: Db, productId: number, day: string): Promise<Waiting[]> {
  return db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .select((row) => ['orders.id', row.fn.sum<number>('quantity').as('units')])
    .where('order_items.product_id', '=', productId)
    .where('orders.status', 'in', ['pending', 'processing'])
    .where('collected_at', 'is', null)
    .where('market_days.day', '>=', day)
    .groupBy(['orders.id', 'market_days.day', 'packed_at', 'created_at'])
    .orderBy('market_days.day')
    .orderBy((row) => row.case().when('packed_at', 'is', null).then(0).else(1).end())
    .orderBy('created_at', 'desc')
    .orderBy('orders.id', 'desc')
    .execute()
}
