import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { packageFields } from './package-shapes.ts'
import { wholeQuantity } from './quantity-shapes.ts'
import { id, idInPath, ignored, loadedText, nameText } from './shapes.ts'
import { COUNT_UNITS, PACKAGE_UNITS, VOLUME_UNITS, WEIGHT_UNITS } from './units.ts'

/** In what an ingredient is measured that is bought by weight, or the other way round. */
export const MEASURE_UNITS = [...VOLUME_UNITS, ...COUNT_UNITS] as const

export const MAX_INGREDIENT_PRICES = 1000

const optionalQuantity = z.optional(z.nullable(wholeQuantity))

const fields = {
  name: nameText(120, 'Please enter a name.'),
  ...packageFields,
  /** “1 cup weighs 120 g”: all four, or none. */
  measureQuantity: optionalQuantity,
  measureUnit: z.optional(
    z.nullable(z.enum(MEASURE_UNITS, `Please choose a unit: ${MEASURE_UNITS.join(', ')}.`)),
  ),
  measureWeight: optionalQuantity,
  measureWeightUnit: z.optional(
    z.nullable(z.enum(WEIGHT_UNITS, `Please choose a unit: ${WEIGHT_UNITS.join(', ')}.`)),
  ),
}

const ingredientPrice = z.object({
  id,
  name: z.string(),
  packageQuantity: z.number(),
  packageUnit: z.enum(PACKAGE_UNITS),
  packagePrice: z.number(),
  measureQuantity: z.nullable(z.number()),
  measureUnit: z.nullable(z.enum(MEASURE_UNITS)),
  measureWeight: z.nullable(z.number()),
  measureWeightUnit: z.nullable(z.enum(WEIGHT_UNITS)),
})

/** An entry of the farm's price list; `packagePrice` in dollars. */
export type IngredientPrice = z.output<typeof ingredientPrice>

/** Every line of this name whose cost was typed follows the price from now on, where its unit can be converted. */
const useEverywhere = z.optional(z.boolean('Must be true or false.'))

export const priceDraft = z.strictObject({ ...fields, useEverywhere })
export type PriceDraft = z.output<typeof priceDraft>

const priceChange = z.strictObject({
  ...fields,
  id: z.optional(id),
  name: z.optional(fields.name),
  packageQuantity: z.optional(fields.packageQuantity),
  packageUnit: z.optional(fields.packageUnit),
  packagePrice: z.optional(fields.packagePrice),
  useEverywhere,
  usedBy: ignored,
  base: z.optional(
    z.object(
      {
        name: loadedText,
        packageQuantity: z.optional(wholeQuantity),
        packageUnit: loadedText,
        packagePrice: z.optional(packageFields.packagePrice),
        measureQuantity: optionalQuantity,
        measureUnit: loadedText,
        measureWeight: optionalQuantity,
        measureWeightUnit: loadedText,
      },
      'The base holds what was loaded.',
    ),
  ),
})
export type PriceChange = z.output<typeof priceChange>

const params = z.strictObject({ id: idInPath })

export const ingredientPrices = {
  list: endpoint({
    method: 'GET',
    path: '/api/ingredient-prices',
    access: 'admin',
    summary:
      'The farm’s price list: what packages of ingredients, packaging and hours of work cost.',
    output: z.array(ingredientPrice),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/ingredient-prices',
    access: 'admin',
    summary: 'Adds a package to the price list.',
    body: priceDraft,
    output: ingredientPrice,
    status: 201,
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/ingredient-prices/{id}',
    access: 'admin',
    summary: 'Changes any part of a price; every recipe that uses it costs the new one.',
    params,
    body: priceChange,
    output: ingredientPrice,
  }),
  delete: endpoint({
    method: 'DELETE',
    path: '/api/ingredient-prices/{id}',
    access: 'admin',
    summary: 'Takes a price that no recipe uses off the list.',
    params,
    output: z.undefined(),
    status: 204,
  }),
  exportMargins: endpoint({
    method: 'GET',
    path: '/api/margins/export',
    access: 'admin',
    summary: 'What every product costs and leaves, as a CSV file.',
    output: z.string(),
    answers: 'text/csv; charset=utf-8',
  }),
}
