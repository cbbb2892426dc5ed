import { type IngredientPrice, MEASURE_UNITS, priceDraft } from '#contract/ingredient-prices.ts'
import { typedNumber } from '#contract/typed-numbers.ts'
import { dimensionOf, PACKAGE_UNITS, WEIGHT_UNITS } from '#contract/units.ts'
import { packageOfDraft, type WantedPrice } from './price-effects.ts'

/** `useEverywhere`: `yes` where lines of the name follow it from now on. */
export type TypedPrice = {
  name: string
  packageQuantity: string
  packageUnit: string
  packagePrice: string
  measureQuantity: string
  measureUnit: string
  measureWeight: string
  measureWeightUnit: string
  useEverywhere: string
}

export const BLANK_PRICE: TypedPrice = {
  name: '',
  packageQuantity: '',
  packageUnit: 'lb',
  packagePrice: '',
  measureQuantity: '1',
  measureUnit: 'cup',
  measureWeight: '',
  measureWeightUnit: 'g',
  useEverywhere: 'yes',
}

export function typedPrice(price: IngredientPrice): TypedPrice {
  return {
    ...BLANK_PRICE,
    name: price.name,
    packageQuantity: String(price.packageQuantity),
    packageUnit: price.packageUnit,
    packagePrice: price.packagePrice.toFixed(2),
    measureQuantity: String(price.measureQuantity ?? BLANK_PRICE.measureQuantity),
    measureUnit: price.measureUnit ?? BLANK_PRICE.measureUnit,
    measureWeight: String(price.measureWeight ?? ''),
    measureWeightUnit: price.measureWeightUnit ?? BLANK_PRICE.measureWeightUnit,
    useEverywhere: 'no',
  }
}

/** A price as it is sent: a measure without a weight says nothing, nor does one of work. */
export function readPrice(typed: TypedPrice) {
  const { name, packageUnit, useEverywhere } = typed
  const unit = PACKAGE_UNITS.find((one) => one === packageUnit) ?? 'lb'
  const isWeighed = typed.measureWeight.trim() !== '' && dimensionOf(unit) !== 'time'
  return {
    name,
    packageQuantity: typedNumber(typed.packageQuantity),
    packageUnit: unit,
    packagePrice: typedNumber(typed.packagePrice),
    measureQuantity: isWeighed ? typedNumber(typed.measureQuantity) : null,
    measureUnit: (isWeighed && MEASURE_UNITS.find((one) => one === typed.measureUnit)) || null,
    measureWeight: isWeighed ? typedNumber(typed.measureWeight) : null,
    measureWeightUnit:
      (isWeighed && WEIGHT_UNITS.find((one) => one === typed.measureWeightUnit)) || null,
    useEverywhere: useEverywhere === 'yes',
  }
}

export type SentPrice = ReturnType<typeof readPrice>

/** What was typed so far as a price, for what it would do; null while that cannot be read. */
export function wantedPrice(typed: TypedPrice, id: number | null): WantedPrice | null {
  const { data } = priceDraft.safeParse(readPrice({ ...typed, name: typed.name || 'any' }))
  if (!data) return null
  const { useEverywhere = false } = data
  return { id, name: typed.name, price: packageOfDraft(data), useEverywhere }
}
