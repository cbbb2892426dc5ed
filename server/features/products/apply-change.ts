import { toCents } from '#contract/money.ts'
import type { Product, ProductChange } from '#contract/products.ts'
import type { Db } from '#server/db/tables.ts'
import { mergeChange } from '#server/features/admin/merge-change.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import { adjustStock } from '#server/features/stock/adjust-stock.ts'
import { lockProduct, updateProductRow } from './product-queries.ts'
import { PRODUCT_WORDS } from './product-words.ts'
import { requireProduct } from './require-product.ts'

/**
 * Changes what is given of one product and leaves the rest, in the transaction it is given. With `base` (what the form had
 * loaded) only what differs from it is changed. With `baseStock`, or a stock in `base`, the stock moves by the difference, so that
 * sales made meanwhile stay sold; without it the stock becomes the given number.
 * @throws Refusal 'not-found', 'stock-changed', 'changed-meanwhile'
 */
export async function applyChange(tx: Db, id: number, change: ProductChange, now: Date): Promise<Product> {
  const { base, baseStock, stock, id: _, ...fields } = change
  await lockProduct(tx, id)
  const before = await requireProduct(tx, id)
  const stored = { ...before, price: toCents(before.price) }
  const changed = mergeChange(fields, { base, stored, shown: before, words: PRODUCT_WORDS })
  if (stock !== undefined) await adjustStock(tx, id, stock - (baseStock ?? base?.stock ?? before.stock), now)
  await updateProductRow(tx, id, { ...columnsOf(changed), updated_at: now.toISOString() })
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
