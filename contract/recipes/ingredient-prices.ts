import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import { wholeQuantity } from '../products/quantity-shapes.ts'
import { MEASURE_UNITS, PACKAGE_UNITS, WEIGHT_UNITS } from '../products/units.ts'
import { byId, id, ignored, nameText, unitOf } from '../shapes.ts'
import { packageFields } from './recipes.ts'

export const MAX_INGREDIENT_PRICES = 1000

const amount = z.optional(z.nullable(wholeQuantity))

/** “1 cup weighs 120 g”: all four parts of the measure, or none. */
export const PRICE_FIELDS = {
  name: { kind: 'line', label: 'Name', longest: 120, shape: nameText(120, 'Please enter a name.') },
  packageQuantity: {
    kind: 'amount',
    label: 'Package of',
    noun: 'size of the package',
    shape: packageFields.packageQuantity,
  },
  packageUnit: {
    kind: 'choice',
    label: 'Measure',
    noun: 'unit of the package',
    choices: PACKAGE_UNITS,
    shape: packageFields.packageUnit,
  },
  packagePrice: { kind: 'dollars', label: 'Price', shape: packageFields.packagePrice },
  measureQuantity: {
    kind: 'amount',
    label: 'Weighed measure',
    noun: 'measure that is weighed',
    shape: amount,
  },
  measureUnit: {
    kind: 'choice',
    label: 'Unit of the measure',
    choices: MEASURE_UNITS,
    shape: z.optional(z.nullable(unitOf(MEASURE_UNITS))),
  },
  measureWeight: { kind: 'amount', label: 'Weight of the measure', shape: amount },
  measureWeightUnit: {
    kind: 'choice',
    label: 'Unit of the weight',
    choices: WEIGHT_UNITS,
    shape: z.optional(z.nullable(unitOf(WEIGHT_UNITS))),
  },
} as const satisfies Fields

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

/** From now on, lines of this name whose cost was typed follow the price, if the unit converts. */
const useEverywhere = z.optional(z.boolean('Must be true or false.'))

export const priceDraft = z.strictObject({ ...shapesOf(PRICE_FIELDS), useEverywhere })
export type PriceDraft = z.output<typeof priceDraft>

const priceChange = z.strictObject({
  ...changeShapes(PRICE_FIELDS),
  useEverywhere,
  usedBy: ignored,
})
export type PriceChange = z.output<typeof priceChange>

export const ingredientPrices = {
  list: deskEndpoint('never', 'GET /api/ingredient-prices', {
    summary:
      'The farm’s price list: what packages of ingredients, packaging and hours of work cost.',
    output: z.array(ingredientPrice),
  }),
  create: deskEndpoint('never', 'POST /api/ingredient-prices', {
    summary: 'Adds a package to the price list.',
    body: priceDraft,
    output: ingredientPrice,
    status: 201,
  }),
  change: deskEndpoint('never', 'PUT /api/ingredient-prices/{id}', {
    summary: 'Changes any part of a price; every recipe that uses it costs the new one.',
    params: byId,
    body: priceChange,
    output: ingredientPrice,
  }),
  delete: deskEndpoint('never', 'DELETE /api/ingredient-prices/{id}', {
    summary: 'Takes a price that no recipe uses off the list.',
    params: byId,
  }),
  exportMargins: deskEndpoint('never', 'GET /api/margins/export', {
    summary: 'What every product costs and leaves, as a CSV file.',
    output: z.string(),
    answers: 'text/csv; charset=utf-8',
  }),
}
