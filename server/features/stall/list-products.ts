import type { StallProduct } from '#contract/market/stall-goods.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import type { Db } from '#server/db/tables.ts'
import { toWeigh } from '#server/features/products/product-columns.ts'
import { selectShopProducts } from '#server/features/products/product-queries.ts'

export async function listStallProducts(db: Db, dayId: number): Promise<StallProduct[]> {
  const rows = await selectShopProducts(db)
    .select(['id', 'name', 'unit', 'price_cents', 'image_url', 'stock'])
    .select(['weigh_unit', 'weigh_cents', 'weigh_to'])
    .execute()
  const sold = await sumSold(db, dayId)
  const loaded = await listLoaded(db, dayId)
  return rows.map(({ id, name, unit, price_cents, image_url, stock, ...weigh }) => ({
    ...toWeigh(weigh),
    ...{ id, name, unit: unit ?? '', price: dollarsOf(price_cents), image: image_url },
    ...{ loaded: loaded.get(id) ?? 0, sold: sold.get(id) ?? 0, stock },
  }))
}

async function sumSold(db: Db, dayId: number): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('sale_items')
    .innerJoin('sales', 'sales.id', 'sale_items.sale_id')
    .select((row) => ['product_id', row.fn.sum<number>('units').as('units')])
    .where('sales.market_day_id', '=', dayId)
    .where('sales.undone_at', 'is', null)
    .where('product_id', 'is not', null)
    .groupBy('product_id')
    .execute()
  return new Map(rows.map(({ product_id, units }) => [Number(product_id), Number(units)]))
}

/** Reported units on the truck, whether or not the books had as many. */
async function listLoaded(db: Db, dayId: number): Promise<Map<number, number>> {
  const loads = db.selectFrom('stall_loads').select(['product_id', 'wish'])
  const rows = await loads.where('market_day_id', '=', dayId).execute()
  return new Map(rows.map(({ product_id, wish }) => [product_id, wish]))
}
