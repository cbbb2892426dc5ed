import type { Product, ProductDraft } from '#contract/products.ts'
import type { Db } from '#server/db/tables.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import { recordStartingStock } from '#server/features/stock/adjust-stock.ts'
import { insertProduct } from './product-queries.ts'
import { requireProduct } from './require-product.ts'

/** Adds a product with the stock it starts with, in the transaction it is given. */
export async function addProduct(tx: Db, draft: ProductDraft, now: Date): Promise<Product> {
  const id = await insertProduct(tx, draft, now)
  await recordStartingStock(tx, id, draft.stock, now)
  const created = await requireProduct(tx, id)
  await recordChange(tx, { action: 'created', subject: `product:${id}`, before: null, after: created }, now)
  return created
}
