import { z } from 'zod/mini'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import { wholeQuantity } from '../products/quantity-shapes.ts'
import { MAX_UNITS } from '../products/unit-counts.ts'
import { BATCH_UNITS } from '../products/units.ts'
import { id, ignored, nameText, optionalText, unitOf, wholeNumber } from '../shapes.ts'
import { ingredient, ingredientDraft, MAX_INGREDIENTS } from './ingredient-shapes.ts'

export const MAX_SERVINGS = 10_000
export const MAX_BATCHES = 100

const MAX_PREPARATION = 100_000

const text = (longest: number) =>
  z.pipe(
    optionalText(longest),
    z.transform((value) => value ?? ''),
  )

const servings = wholeNumber('Servings must be a whole number.').check(
  z.minimum(1, 'A recipe must make at least 1 serving.'),
  z.maximum(MAX_SERVINGS, 'At most 10,000 servings, please.'),
)

/** Whole minutes. */
const preparationTime = z.pipe(
  z.optional(
    z.nullable(
      wholeNumber('Preparation time must be a whole number of minutes.').check(
        z.nonnegative('Preparation time cannot be below zero.'),
        z.maximum(MAX_PREPARATION, 'At most 100,000 minutes, please.'),
      ),
    ),
  ),
  z.transform((minutes) => minutes ?? null),
)

const batchQuantity = z.optional(z.nullable(wholeQuantity))
const batchUnit = z.optional(z.nullable(unitOf(BATCH_UNITS)))

export const RECIPE_FIELDS = {
  name: { kind: 'line', label: 'Name', longest: 120, shape: nameText(120, 'Please enter a name.') },
  description: { kind: 'text', label: 'Description', longest: 4000, shape: text(4000) },
  servings: { kind: 'count', label: 'Servings', noun: 'number of servings', shape: servings },
  preparationTime: {
    kind: 'count',
    label: 'Prep time',
    noun: 'preparation time',
    shape: preparationTime,
  },
  batchQuantity: {
    kind: 'amount',
    label: 'A batch makes',
    noun: 'size of a batch',
    shape: batchQuantity,
  },
  batchUnit: {
    kind: 'choice',
    label: 'Measured in',
    noun: 'unit of a batch',
    choices: BATCH_UNITS,
    shape: batchUnit,
  },
  instructions: {
    kind: 'text',
    label: 'Instructions',
    noun: 'instructions field',
    longest: 20_000,
    shape: text(20_000),
  },
} as const satisfies Fields

const link = {
  productId: id,
  unitsPerBatch: wholeNumber('A batch must make a whole number of units.').check(
    z.minimum(1, 'A batch must make at least 1 unit.'),
    z.maximum(MAX_UNITS, 'At most 100,000 units, please.'),
  ),
}

export const recipe = z.object({
  id,
  name: z.string(),
  description: z.string(),
  servings: z.int(),
  preparationTime: z.nullable(z.int()),
  instructions: z.string(),
  batchQuantity: z.optional(z.number()),
  batchUnit: z.optional(z.enum(BATCH_UNITS)),
  ingredients: z.array(ingredient),
  costCalculation: z.object({ totalCost: z.number(), costPerServing: z.number() }),
  /** Null if it makes no product, or one that left the shop. */
  product: z.nullable(z.object({ productId: z.int(), unitsPerBatch: z.int() })),
})

/** Costs in dollars, each rounded once. */
export type Recipe = z.output<typeof recipe>

export const recipeData = z.strictObject(shapesOf(RECIPE_FIELDS))
export type RecipeData = z.output<typeof recipeData>

export const recipeDraft = z.strictObject({
  recipeData,
  ingredients: z
    .array(ingredientDraft)
    .check(z.maxLength(MAX_INGREDIENTS, `At most ${MAX_INGREDIENTS} ingredients, please.`)),
})
export type RecipeDraft = z.output<typeof recipeDraft>

/** Fields with calls of their own are allowed here and ignored. */
export const recipeChange = z.strictObject({
  ...changeShapes(RECIPE_FIELDS),
  ingredients: ignored,
  costCalculation: ignored,
  product: ignored,
})
export type RecipeChange = z.output<typeof recipeChange>

export const productLink = z.strictObject(link)
export type ProductLink = z.output<typeof productLink>
