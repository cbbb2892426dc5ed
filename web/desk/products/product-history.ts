import { formatDollars, toCents } from '#contract/money.ts'
import { PRODUCT_FIELDS, PRODUCT_LABELS } from '#contract/products.ts'
import type { HistoryLabels } from '../shared/format-entry.ts'

export const PRODUCT_HISTORY: HistoryLabels = {
  ...Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, { label: PRODUCT_LABELS[field] }])),
  price: {
    label: PRODUCT_LABELS.price,
    format: (dollars) => (typeof dollars === 'number' ? formatDollars(toCents(dollars)) : 'nothing'),
  },
  imageUrl: { label: PRODUCT_LABELS.imageUrl, format: (url) => (url ? 'a picture' : 'none') },
}
