import type { Product, ProductDraft } from '#contract/products.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import { recordStartingStock } from '#server/features/stock/adjust-stock.ts'
import { insertProduct } from './product-queries.ts'
import { requireProduct } from './require-product.ts'

/** Adds a product with the stock it starts with. */
export function createProduct(db: Db, draft: ProductDraft, now: Date): Promise<Product> {
  return write(db, async (tx, tell) => {
    const id = await insertProduct(tx, draft, now)
    await recordStartingStock(tx, id, draft.stock, now)
    const created = await requireProduct(tx, id)
    await recordChange(tx, { action: 'created', subject: `product:${id}`, before: null, after: created }, now)
    tell({ kind: 'products' })
    return created
  })
}
