import { LIMIT_FIELDS } from '#contract/calendar/limits.ts'
import { keysOf } from '#contract/changed-fields.ts'
import { toDollars } from '#contract/money/money.ts'
import { plainDollars } from '#contract/money/plain-dollars.ts'
import { topPrice } from '#contract/packing/weigh.ts'
import {
  type DeskProduct,
  PRODUCT_FIELDS,
  type ProductDraft,
  productDraft,
} from '#contract/products/products.ts'
import { parseWeight, typedDollars } from '#contract/text/typed-numbers.ts'
import { historyOf, readFields, type TypedFields, typedFields } from '../shared/form-fields.tsx'
import type { HistoryLabels } from '../shared/history.tsx'

export type TypedProduct = TypedFields<typeof PRODUCT_FIELDS>

export function typedProduct(product: Partial<DeskProduct>): TypedProduct {
  return typedFields(PRODUCT_FIELDS, product, { hidden: false, snap: false })
}

/** As sent: prices in dollars, the weight in its unit. */
export type SentProduct = Omit<ProductDraft, 'price' | 'weighPrice' | 'weighTo'> & {
  price: number
  weighPrice?: number | null | undefined
  weighTo?: number | null | undefined
}

/** What the contract refuses stays as it was typed. */
export function readProduct(typed: TypedProduct): SentProduct {
  const weigh = typed.weighUnit === '' ? { weighPrice: '', weighTo: '' } : {}
  const given = { ...typed, ...weigh }
  const { data } = productDraft.safeParse(given)
  if (!data) return readFields(PRODUCT_FIELDS, given) as SentProduct
  const { price, weighPrice, weighTo, ...same } = data
  return {
    ...same,
    price: toDollars(price),
    weighPrice: weighPrice ? toDollars(weighPrice) : null,
    weighTo: weighTo ? weighTo / 1000 : null,
  }
}

/** The most one can cost; null unless it is sold by weight. */
export function topOf({ weighUnit, weighPrice, weighTo }: TypedProduct) {
  const [cents, to] = [typedDollars(weighPrice), parseWeight(weighTo)]
  return weighUnit === '' || !cents || cents < 0 || to === null ? null : topPrice({ cents, to })
}

export function withTopPrice(typed: TypedProduct): TypedProduct {
  const top = topOf(typed)
  return top === null ? typed : { ...typed, price: plainDollars(top) }
}

export function copyOf({ id: _, stock: __, hidden: ___, ...fields }: DeskProduct) {
  return fields
}

/** As typed, as the shop has it, or as a draft of an earlier release kept it. */
export const isOn = (value: unknown): boolean => ['true', 'yes'].includes(String(value))

export const PRODUCT_HISTORY: HistoryLabels = {
  ...historyOf(PRODUCT_FIELDS, {
    hidden: (hidden) => (hidden ? 'yes' : 'no'),
    snap: (snap) => (snap ? 'yes' : 'no'),
    lowLimit: (units) => (typeof units === 'number' ? String(units) : 'never'),
    imageUrl: (url) => (url ? 'a picture' : 'none'),
  }),
  ...Object.fromEntries(
    keysOf(LIMIT_FIELDS).map((field) => [
      field,
      {
        label: `Limit on ${LIMIT_FIELDS[field].label.replace('Each', 'each')}`,
        format: (most: unknown) => (typeof most === 'number' ? String(most) : 'any number'),
      },
    ]),
  ),
}
