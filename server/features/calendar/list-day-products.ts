import { sql } from 'kysely'
import type { DayProduct } from '#contract/calendar-days.ts'
import { farmDayOf } from '#contract/farm-time.ts'
import { Refusal } from '#server/core/refusal.ts'
import { STANDING_UNITS } from '#server/db/standing-units.ts'
import type { Db } from '#server/db/tables.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'

/**
 * The products that are ordered for one day, beside what other days to come take of the same stock.
 * @throws Refusal 'not-found'
 */
export async function listDayProducts(db: Db, id: number, at: Date): Promise<DayProduct[]> {
  const day = await db
    .selectFrom('market_days')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (!day) throw new Refusal('not-found', `There is no market day #${id}.`)
  const today = farmDayOf(at.toISOString(), await readTimeZone(db)).toString()
  const rows = await db
    .selectFrom('order_items')
    .innerJoin('orders', 'orders.id', 'order_items.order_id')
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .innerJoin('products', 'products.id', 'order_items.product_id')
    .select(['products.id', 'products.name', 'products.stock'])
    .select(
      sql<number>`sum(case when market_days.id = ${id} then ${STANDING_UNITS} else 0 end)`.as(
        'ours',
      ),
    )
    .select(sql<number>`sum(${STANDING_UNITS})`.as('all'))
    .where('orders.status', '!=', 'cancelled')
    .where((where) =>
      where.or([where('market_days.id', '=', id), where('market_days.day', '>=', today)]),
    )
    .groupBy(['products.id', 'products.name', 'products.stock'])
    .orderBy('products.name')
    .orderBy('products.id')
    .execute()
  return rows
    .filter(({ ours }) => Number(ours) > 0)
    .map(({ ours, all, ...product }) => ({
      productId: product.id,
      name: product.name,
      ordered: Number(ours),
      orderedForOthers: Number(all) - Number(ours),
      forSale: product.stock,
    }))
}
