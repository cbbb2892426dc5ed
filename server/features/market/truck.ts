import type { Truck, TruckProduct } from '#contract/market/truck.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { requireDay } from '#server/features/calendar/choose-day.ts'
import { changeOfDay } from '#server/features/calendar/day-history.ts'
import { debtOf, missingOf } from '#server/features/stock/move-stock.ts'
import { settleDay } from '#server/features/stock/stock-queries.ts'
import type { Shop } from '#server/shop.ts'
import { lockStallDay } from './lock-stall-day.ts'

/** Nothing more is taken off the stock for a market day, nor asked about it. @throws Refusal 'not-found' */
export function settleTruck({ db, now }: Pick<Shop, 'db' | 'now'>, dayId: number): Promise<Truck> {
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
  const { id, day, place, closes_at } = await requireDay(db, dayId)
  const isOver = closes_at <= at.toISOString()
  return {
    marketDay: { id, day, placeName: place.name },
    isOver,
    products: (await listProducts(db, id)).map((row) => showProduct(row, isOver)),
  }
}

type Row = Awaited<ReturnType<typeof listProducts>>[number]

function showProduct(row: Row, isOver: boolean): TruckProduct {
  const { taken, sold, back, waste, loaded, fromStock, wasted } = withoutNulls(row)
  const debt = debtOf({ wish: taken, sold, back, waste }, { loaded, fromStock, wasted })
  const { id: productId, name, unit, stock } = row
  return {
    ...{ productId, name, unit, stock, taken, loaded, sold, back, waste },
    missing: isOver ? missingOf({ sold }, { loaded }) : 0,
    beyond: debt.units,
    isSettled: row.settled_at !== null,
  }
}

/** A day without reports of a product has no row for it. */
function withoutNulls({ taken, sold, back, waste, loaded, from_stock, wasted }: Row) {
  return {
    ...{ taken: taken ?? 0, sold: sold ?? 0, back: back ?? 0, waste: waste ?? 0 },
    ...{ loaded: loaded ?? 0, fromStock: from_stock ?? 0, wasted: wasted ?? 0 },
  }
}

function listProducts(db: Db, dayId: number) {
  return db
    .selectFrom('products')
    .leftJoin('stall_loads', (join) =>
      join.onRef('stall_loads.product_id', '=', 'products.id').on('market_day_id', '=', dayId),
    )
    .select(['products.id', 'products.name', 'products.unit', 'products.stock'])
    .select(['wish as taken', 'loaded', 'sold', 'from_stock', 'back', 'waste'])
    .select(['wasted', 'settled_at'])
    .where((row) =>
      row.or([row('products.archived_at', 'is', null), row('market_day_id', 'is not', null)]),
    )
    .orderBy('products.category')
    .orderBy('products.name')
    .orderBy('products.id')
    .execute()
}
