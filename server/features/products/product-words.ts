import { formatDollars, toCents } from '#contract/money.ts'
import type { FieldWords } from '#server/features/admin/merge-change.ts'

/** How refusals name the fields of a product. */
export const PRODUCT_WORDS: Record<string, FieldWords> = {
  name: { name: 'name' },
  description: { name: 'description' },
  category: { name: 'category' },
  price: { name: 'price', say: (price) => formatDollars(toCents(Number(price))) },
  imageUrl: { name: 'picture', say: (url) => (url === null ? 'gone' : 'another one') },
  unit: { name: 'unit' },
  allergens: { name: 'allergens field' },
}
