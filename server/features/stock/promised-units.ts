import { sql } from 'kysely'
import type { Db } from '#server/db/write.ts'
import { HOLDS_GOODS, STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'

export async function listPromised(db: Db): Promise<Map<number, number>> {
  const rows = await ofOrdersOnTheFarm(db)
    .select(['order_items.product_id', sql<number>`sum(${STANDING_UNITS})`.as('units')])
    .groupBy('order_items.product_id')
    .execute()
  return new Map(rows.map(({ product_id, units }) => [product_id, units]))
}

export async function readPromised(db: Db, productId: number): Promise<number> {
  const { units } = await ofOrdersOnTheFarm(db)
    .select(sql<number>`coalesce(sum(${STANDING_UNITS}), 0)`.as('units'))
    .where('order_items.product_id', '=', productId)
    .executeTakeFirstOrThrow()
  return units
}

export async function listToPack(db: Db, productId: number) {
  const rows = await ofOrdersOnTheFarm(db)
    .select(['orders.id', STANDING_UNITS.as('units')])
    .where('order_items.product_id', '=', productId)
    .where(STANDING_UNITS, '>', 0)
    .execute()
  const units = rows.reduce((sum, row) => sum + row.units, 0)
  // Sorted here: in SQL, SQLite would scan all orders instead of those on the farm.
  const orders = [...new Set(rows.map(({ id }) => id))].sort((one, other) => one - other)
  return { units, orders }
}

/** The first market day from `today` on that needs the product, YYYY-MM-DD. */
export async function findNextNeed(db: Db, productId: number, today: string) {
  const { day } = await ofOrdersOnTheFarm(db)
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .select((row) => row.fn.min('market_days.day').as('day'))
    .where('order_items.product_id', '=', productId)
    .where(STANDING_UNITS, '>', 0)
    .where('market_days.day', '>=', today)
    .executeTakeFirstOrThrow()
  return day
}

export async function countPastOrders(db: Db, today: string): Promise<number> {
  const { orders } = await db
    .selectFrom('orders')
    .select((row) => row.fn.countAll<number>().as('orders'))
    .where(HOLDS_GOODS)
    .where('orders.pickup_date', '<', today)
    .executeTakeFirstOrThrow()
  return orders
}

/** Orders first (SQLite keeps cross-join order): few are open, but there are many lines. */
function ofOrdersOnTheFarm(db: Db) {
  return db
    .selectFrom('orders')
    .crossJoin('order_items')
    .whereRef('order_items.order_id', '=', 'orders.id')
    .where(HOLDS_GOODS)
}
