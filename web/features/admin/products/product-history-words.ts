import { formatDollars, toCents } from '#contract/money.ts'
import type { HistoryWords } from '../history/say-entry.ts'

/** How the history speaks of a product. */
export const PRODUCT_HISTORY_WORDS: HistoryWords = {
  name: { label: 'Name' },
  description: { label: 'Description' },
  category: { label: 'Category' },
  price: {
    label: 'Price',
    say: (dollars) => (typeof dollars === 'number' ? formatDollars(toCents(dollars)) : 'nothing'),
  },
  stock: { label: 'Stock' },
  unit: { label: 'Unit' },
  allergens: { label: 'Allergens' },
  imageUrl: { label: 'Picture', say: (url) => (url ? 'a picture' : 'none') },
}
