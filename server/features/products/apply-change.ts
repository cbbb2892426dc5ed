import type { Product, ProductChange } from '#contract/products.ts'
import type { Db } from '#server/db/tables.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import { adjustStock } from '#server/features/stock/adjust-stock.ts'
import { lockProduct, updateProductRow } from './product-queries.ts'
import { requireProduct } from './require-product.ts'

/**
 * Changes what is given of one product and leaves the rest, in the transaction it is given. With `baseStock` (the stock the
 * form had loaded) the stock moves by the difference, so that sales made meanwhile stay sold; without it the stock becomes
 * the given number. @throws Refusal 'not-found', 'stock-changed'
 */
export async function applyChange(tx: Db, id: number, change: ProductChange, now: Date): Promise<Product> {
  await lockProduct(tx, id)
  const before = await requireProduct(tx, id)
  if (change.stock !== undefined) await adjustStock(tx, id, change.stock - (change.baseStock ?? before.stock), now)
  await updateProductRow(tx, id, { ...columnsOf(change), updated_at: now.toISOString() })
  const after = await requireProduct(tx, id)
  await recordChange(tx, { action: 'changed', subject: `product:${id}`, before, after }, now)
  return after
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
