import { type IngredientPrice, PRICE_FIELDS } from '#contract/ingredient-prices.ts'
import { dimensionOf } from '#contract/units.ts'
import { readFields, type TypedFields, typedFields } from '../shared/form-fields.tsx'

/** `useEverywhere`: `yes` where lines of the name follow it from now on. */
export type TypedPrice = TypedFields<typeof PRICE_FIELDS> & { useEverywhere: string }

const BLANK = { packageUnit: 'lb', measureQuantity: 1, measureUnit: 'cup', measureWeightUnit: 'g' }

export function typedPrice(price: IngredientPrice | null): TypedPrice {
  const useEverywhere = price ? 'no' : 'yes'
  return { ...typedFields(PRICE_FIELDS, price ?? {}, BLANK), useEverywhere }
}

const NOT_WEIGHED = {
  measureQuantity: null,
  measureUnit: null,
  measureWeight: null,
  measureWeightUnit: null,
}

/** A price as it is sent: a measure without a weight says nothing, nor does one of work. */
export function readPrice({ useEverywhere, ...typed }: TypedPrice) {
  const read = readFields(PRICE_FIELDS, typed)
  const isWeighed = typed.measureWeight.trim() !== '' && dimensionOf(read.packageUnit) !== 'time'
  const weight = isWeighed ? {} : NOT_WEIGHED
  return { ...read, ...weight, useEverywhere: useEverywhere === 'yes' }
}
