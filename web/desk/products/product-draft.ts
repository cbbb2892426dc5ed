import { isSameValue } from '#contract/changes.ts'
import { LIMIT_FIELDS, LIMIT_LABELS } from '#contract/day-limits.ts'
import { formatDollars, toCents, toDollars } from '#contract/money.ts'
import { readMonthDay, typedMonthDay } from '#contract/month-day.ts'
import {
  type DeskProduct,
  PRODUCT_FIELDS,
  PRODUCT_LABELS,
  type ProductDraft,
  type ProductField,
  productDraft,
} from '#contract/products.ts'
import { typedNumber } from '#contract/typed-numbers.ts'
import { errorsIn, type FieldErrors } from '../shared/checked-form.ts'
import type { HistoryLabels } from '../shared/history.tsx'

/** A product as the form sends it: the price in dollars. */
export type TypedProduct = Omit<ProductDraft, 'price' | 'weighPrice' | 'weighTo'> & {
  price: number
  weighPrice?: number | null | undefined
  weighTo?: number | null | undefined
}

export type Typed = Partial<Record<ProductField, unknown>>

export function readForm(form: FormData, imageUrl: string | null): Typed {
  const typed: Typed = {}
  for (const field of PRODUCT_FIELDS) typed[field] = String(form.get(field) ?? '').trim()
  return { ...typed, imageUrl }
}

/** What stands in the fields of the form; of the picture its address. */
export type ProductTexts = Record<ProductField, string>

export function textsOf(typed: Typed): ProductTexts {
  const texts = PRODUCT_FIELDS.map((field) => [field, String(typed[field] ?? '')])
  return Object.fromEntries(texts) as ProductTexts
}

/** A product as its form shows it; prices in dollars and cents. */
export function typedProduct(product: FirstProduct | null): ProductTexts {
  if (!product) return textsOf({})
  const { price, weighPrice, hidden = false, seasonFrom, seasonUntil, ...rest } = product
  return textsOf({
    ...rest,
    price: price?.toFixed(2),
    weighPrice: weighPrice?.toFixed(2),
    hidden: hidden ? 'yes' : 'no',
    seasonFrom: typedMonthDay(seasonFrom ?? null),
    seasonUntil: typedMonthDay(seasonUntil ?? null),
  })
}

/** Checks what was typed by the contract: a draft that can be sent, or a sentence for each field that is wrong. */
export function checkDraft(
  typed: Typed,
): { draft: TypedProduct; errors?: never } | { draft?: never; errors: FieldErrors } {
  const checked = productDraft.safeParse(typed)
  if (checked.success) {
    const { price, weighPrice, weighTo, ...draft } = checked.data
    const weigh = weighPrice && weighTo ? [toDollars(weighPrice), weighTo / 1000] : [null, null]
    const [rate = null, most = null] = weigh
    return { draft: { ...draft, price: toDollars(price), weighPrice: rate, weighTo: most } }
  }
  return { errors: errorsIn(checked) }
}

export type FirstProduct = Partial<DeskProduct>

/** A new product that begins as another one; its stock is its own. */
export function copyOf({ id: _, stock: __, hidden: ___, ...fields }: DeskProduct): FirstProduct {
  return fields
}

export function loadedProduct(product: DeskProduct): TypedProduct {
  const { id: _, weighed: _weighed, back: _back, inStock: _all, ...rest } = product
  const { forSale: _some, place: _p, ...loaded } = rest
  return { ...loaded, hidden: product.hidden ?? false }
}

/** What a form or an answer says of a yes or no. */
export const isYes = (value: unknown): boolean => value === true || value === 'yes'

export function isChanged(typed: Typed, product: FirstProduct | null): boolean {
  return PRODUCT_FIELDS.some((field) => {
    if (field === 'hidden') return isYes(typed.hidden) !== (product?.hidden ?? false)
    const loaded = product?.[field]
    if (field === 'seasonFrom' || field === 'seasonUntil')
      return readMonthDay(String(typed[field] ?? '')) !== (loaded ?? null)
    return !isSameValue(
      typeof loaded === 'number' ? typedNumber(String(typed[field])) : typed[field],
      loaded,
    )
  })
}

export const PRODUCT_HISTORY: HistoryLabels = {
  ...Object.fromEntries(PRODUCT_FIELDS.map((field) => [field, { label: PRODUCT_LABELS[field] }])),
  price: {
    label: PRODUCT_LABELS.price,
    format: (dollars) =>
      typeof dollars === 'number' ? formatDollars(toCents(dollars)) : 'nothing',
  },
  hidden: { label: PRODUCT_LABELS.hidden, format: (hidden) => (hidden ? 'yes' : 'no') },
  lowLimit: {
    label: PRODUCT_LABELS.lowLimit,
    format: (units) => (typeof units === 'number' ? String(units) : 'never'),
  },
  imageUrl: { label: PRODUCT_LABELS.imageUrl, format: (url) => (url ? 'a picture' : 'none') },
  ...Object.fromEntries(
    LIMIT_FIELDS.map((field) => [
      field,
      {
        label: `At most on ${LIMIT_LABELS[field].replace('Each', 'each')}`,
        format: (most: unknown) => (typeof most === 'number' ? String(most) : 'any number'),
      },
    ]),
  ),
}
