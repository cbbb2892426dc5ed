import type { Product, ProductChange } from '#contract/products.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { Refusal } from '#server/http/errors.ts'
import { applyChange } from './apply-change.ts'

/** Changes what is given of a product and leaves the rest. @throws Refusal 'invalid', 'not-found', 'stock-changed', 'changed-meanwhile' */
export function changeProduct(db: Db, id: number, change: ProductChange, now: Date): Promise<Product> {
  if (change.id !== undefined && change.id !== id)
    throw new Refusal('invalid', 'The id does not match the address.', { field: 'id' })
  return write(db, async (tx, tell) => {
    const after = await applyChange(tx, id, change, now)
    tell({ kind: 'products', productIds: [id] })
    return after
  })
}
