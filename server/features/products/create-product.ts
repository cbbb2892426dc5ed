import type { Product, ProductDraft } from '#contract/products.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { addProduct } from './add-product.ts'

/** Adds a product with the stock it starts with. */
export function createProduct(db: Db, draft: ProductDraft, now: Date): Promise<Product> {
  return write(db, async (tx, tell) => {
    const created = await addProduct(tx, draft, now)
    tell({ kind: 'products', productIds: [created.id] })
    return created
  })
}
