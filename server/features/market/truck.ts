import type { Truck } from '#contract/market/truck.ts'
import { recordChange } from '#server/core/audit.ts'
import { type Db, write } from '#server/db/write.ts'
import { changeOfDay, requireDay } from '#server/features/calendar/choose-day.ts'
import { debtOf } from '#server/features/stock/move-stock.ts'
import { settleDay } from '#server/features/stock/stock-queries.ts'
import type { DbAndClock } from '#server/shop.ts'
import { lockStallDay } from './command-record.ts'

/**
 * From here on, nothing more is taken from stock for the day, or asked about. @throws Refusal
 * 'not-found'
 */
export function settleTruck({ db, now }: DbAndClock, dayId: number): Promise<Truck> {
  return write(db, async (tx) => {
    const at = now()
    const day = await requireDay(tx, dayId)
    await lockStallDay(tx, dayId)
    const settled = await settleDay(tx, dayId, at)
    const change = { action: 'goods settled', before: null, after: null } as const
    if (settled > 0) await recordChange(tx, changeOfDay(day, change), at)
    return showTruck(tx, dayId, at)
  })
}

/** @throws Refusal 'not-found' */
export async function showTruck(db: Db, dayId: number, at: Date): Promise<Truck> {
  const { closes_at } = await requireDay(db, dayId)
  const isOver = closes_at <= at.toISOString()
  const rows = await db
    .selectFrom('stall_loads')
    .innerJoin('products', 'products.id', 'stall_loads.product_id')
    .select(['products.id as productId', 'products.name', 'products.stock'])
    .select(['wish', 'loaded', 'sold', 'from_stock as fromStock', 'back', 'waste', 'wasted'])
    .select('settled_at')
    .where('market_day_id', '=', dayId)
    .orderBy('products.category')
    .orderBy('products.name')
    .orderBy('products.id')
    .execute()
  const products = rows.map(({ wish: taken, fromStock, wasted, settled_at, ...row }) => ({
    ...row,
    taken,
    missing: isOver ? Math.max(0, row.loaded - row.sold) : 0,
    beyond: debtOf({ ...row, wish: taken }, { ...row, fromStock, wasted }).units,
    isSettled: settled_at !== null,
  }))
  return { products }
}
