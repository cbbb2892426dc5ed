import { PRODUCT_CATEGORIES, type ProductCategory } from '#contract/categories.ts'
import type { Cents } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'

/** A product that can be had, and since when it is on the stall. */
export type StalledProduct = {
  name: string
  category: ProductCategory
  price: Cents
  unit: string | null
  stock: number
  createdAt: string
}

/** Every product of which something is left, category by category as the stall shows them, older ones first. */
export async function listInStock(db: Db): Promise<StalledProduct[]> {
  const rows = await db
    .selectFrom('products')
    .select(['name', 'category', 'price_cents as price', 'unit', 'stock', 'created_at as createdAt'])
    .where('archived_at', 'is', null)
    .where('stock', '>', 0)
    .orderBy('id')
    .execute()
  const place = ({ category }: StalledProduct) => PRODUCT_CATEGORIES.indexOf(category)
  return rows.sort((one, other) => place(one) - place(other))
}
