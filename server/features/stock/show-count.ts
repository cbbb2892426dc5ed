import { byShelf } from '#contract/products/shelf-order.ts'
import type { CountSheet } from '#contract/products/stock-count.ts'
import type { Db } from '#server/db/write.ts'
import { listCategoryNames } from '#server/features/categories/categories.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import { listLastCounts } from './movement-queries.ts'
import { countPastOrders, listPromised } from './promised-units.ts'

export async function showCountSheet(db: Db, at: Date): Promise<CountSheet> {
  const rows = await db
    .selectFrom('products')
    .select(['id', 'name', 'category', 'unit', 'stock'])
    .where('deleted_at', 'is', null)
    .execute()
  const [promised, counts] = [await listPromised(db), await listLastCounts(db)]
  const products = rows.map(({ id, ...row }) => ({
    productId: id,
    ...row,
    promised: promised.get(id) ?? 0,
    countedAt: counts.get(id) ?? null,
  }))
  return {
    products: products.sort(byShelf(await listCategoryNames(db))),
    pastOrders: await countPastOrders(db, await readToday(db, at)),
  }
}
