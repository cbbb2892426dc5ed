import { sql } from 'kysely'
import type { Db } from '#server/db/write.ts'
import { STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'
import type { ListedPlace, ListScope } from './list-scope.ts'

export type Need = {
  marketDayId: number | null
  productId: number
  units: number
  orders: number
}

export type Print = { marketDayId: number; needs: Record<string, number>; printedAt: string }

export async function listNeeds(db: Db, { orders, lines }: ListScope): Promise<Need[]> {
  const units = sql<number>`sum(${STANDING_UNITS})`
  const rows = await db
    .selectFrom('orders')
    .innerJoin('order_items', 'order_items.order_id', 'orders.id')
    .select(['orders.market_day_id', 'order_items.product_id', units.as('units')])
    .select((row) => row.fn.countAll<number>().as('orders'))
    .where(orders)
    .where(lines)
    .groupBy(['orders.market_day_id', 'order_items.product_id'])
    .having(units, '>', 0)
    .execute()
  return rows.map((row) => ({
    marketDayId: row.market_day_id,
    productId: row.product_id,
    units: Number(row.units),
    orders: Number(row.orders),
  }))
}

export async function listPrints(db: Db, places: readonly ListedPlace[]): Promise<Print[]> {
  const ids = places.flatMap(({ marketDayId }) => marketDayId ?? [])
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('harvest_prints')
    .selectAll()
    .where('market_day_id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    marketDayId: row.market_day_id,
    needs: row.needs,
    printedAt: row.printed_at,
  }))
}

/** Includes products that left the shop: what was ordered is owed. */
export async function listProducts(db: Db, ids: readonly number[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('products')
    .select(['id', 'name', 'category'])
    .where('id', 'in', ids)
    .execute()
}
