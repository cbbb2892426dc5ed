import type { Product, ProductChange } from '#contract/products.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import { adjustStock } from '#server/features/stock/adjust-stock.ts'
import { Refusal } from '#server/http/errors.ts'
import { lockProduct, updateProductRow } from './product-queries.ts'
import { requireProduct } from './require-product.ts'

/**
 * Changes what is given and leaves the rest. With `baseStock` (the stock the form had loaded) the stock moves by the
 * difference, so that sales made meanwhile stay sold; without it the stock becomes the given number.
 * @throws Refusal 'not-found', 'stock-changed'
 */
export function changeProduct(db: Db, id: number, change: ProductChange, now: Date): Promise<Product> {
  if (change.id !== undefined && change.id !== id)
    throw new Refusal('invalid', 'The id does not match the address.', { field: 'id' })
  return write(db, async (tx, tell) => {
    await lockProduct(tx, id)
    const before = await requireProduct(tx, id)
    if (change.stock !== undefined) await adjustStock(tx, id, change.stock - (change.baseStock ?? before.stock), now)
    await updateProductRow(tx, id, { ...columnsOf(change), updated_at: now.toISOString() })
    const after = await requireProduct(tx, id)
    await recordChange(tx, { action: 'changed', subject: `product:${id}`, before, after }, now)
    tell({ kind: 'products' })
    return after
  })
}

function columnsOf({ name, description, category, price, imageUrl, unit, allergens }: ProductChange) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(category === undefined ? {} : { category }),
    ...(price === undefined ? {} : { price_cents: price }),
    ...(imageUrl === undefined ? {} : { image_url: imageUrl }),
    ...(unit === undefined ? {} : { unit }),
    ...(allergens === undefined ? {} : { allergens }),
  }
}
