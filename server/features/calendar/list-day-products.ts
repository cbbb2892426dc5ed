import { sql } from 'kysely'
import type { DayProduct } from '#contract/calendar/calendar.ts'
import { noSuch } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import { STANDING_UNITS } from '#server/features/order-balance/order-balance.ts'
import { readToday } from '#server/features/settings/read-setting.ts'

/**
 * Products ordered or limited on one day, with what other coming days take of the same stock.
 * @throws Refusal 'not-found'
 */
export async function listDayProducts(db: Db, id: number, at: Date): Promise<DayProduct[]> {
  const today = await readToday(db, at)
  // IDs in a separate query, or PostgreSQL scans all orders for the few of the coming days.
  const days = await db
    .selectFrom('market_days')
    .select('id')
    .where((where) => where.or([where('id', '=', id), where('day', '>=', today)]))
    .execute()
  const ids = days.map((day) => day.id)
  if (!ids.includes(id)) noSuch(`market day #${id}`)
  const rows = await db
    // Orders first (SQLite keeps cross-join order), since there are more lines.
    .selectFrom('orders')
    .crossJoin('order_items')
    .whereRef('order_items.order_id', '=', 'orders.id')
    .select('order_items.product_id')
    .select(
      sql<number>`sum(case when orders.market_day_id = ${id} then ${STANDING_UNITS} else 0 end)`.as(
        'ours',
      ),
    )
    .select(sql<number>`sum(${STANDING_UNITS})`.as('all'))
    .where('orders.status', '!=', 'cancelled')
    .where('orders.market_day_id', 'in', ids)
    .groupBy('order_items.product_id')
    .execute()
  const sums = rows.map(
    ({ product_id, ours, all }) => [product_id, { ours, others: all - ours }] as const,
  )
  return withProducts(db, id, new Map(sums))
}

type Sums = Map<number, { ours: number; others: number }>

async function withProducts(db: Db, dayId: number, sums: Sums): Promise<DayProduct[]> {
  const ordered = [...sums].flatMap(([id, { ours }]) => (ours > 0 ? [id] : []))
  const products = await db
    .selectFrom('products')
    .leftJoin('day_limits', (join) =>
      join
        .onRef('day_limits.product_id', '=', 'products.id')
        .on('day_limits.market_day_id', '=', dayId),
    )
    .select(['products.id', 'name', 'stock', 'most', 'by_hand'])
    .where((row) =>
      row.or([
        row('products.id', 'in', ordered),
        row.and([row('most', 'is not', null), row('archived_at', 'is', null)]),
      ]),
    )
    .orderBy('name')
    .orderBy('products.id')
    .execute()
  return products.map(({ id, name, stock, most, by_hand }) => {
    const { ours, others } = sums.get(id) ?? { ours: 0, others: 0 }
    const left = most === null ? stock : Math.max(0, most - ours)
    return {
      productId: id,
      name,
      ordered: ours,
      orderedForOthers: others,
      forSale: Math.min(stock, left),
      most,
      isOwnMost: Boolean(by_hand),
    }
  })
}
