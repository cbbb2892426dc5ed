import { z } from 'zod/mini'
import { ingredient, ingredientDraft, MAX_INGREDIENTS } from './ingredient-shapes.ts'
import { loadedNumber, wholeQuantity } from './quantity-shapes.ts'
import { id, ignored, loadedText, nameText, optionalText, wholeNumber } from './shapes.ts'
import { MAX_UNITS } from './unit-counts.ts'
import { BATCH_UNITS } from './units.ts'

export const MAX_SERVINGS = 10_000
export const MAX_BATCHES = 100

const MAX_PREPARATION = 100_000

const text = (longest: number) =>
  z.pipe(
    optionalText(longest),
    z.transform((value) => value ?? ''),
  )

const recipeFields = {
  name: nameText(120, 'Please enter a name.'),
  description: text(4000),
  servings: wholeNumber('Servings must be a whole number.').check(
    z.minimum(1, 'A recipe must make at least 1 serving.'),
    z.maximum(MAX_SERVINGS, 'At most 10,000 servings, please.'),
  ),
  /** Whole minutes. */
  preparationTime: z.pipe(
    z.optional(
      z.nullable(
        wholeNumber('Preparation time must be a whole number of minutes.').check(
          z.nonnegative('Preparation time cannot be below zero.'),
          z.maximum(MAX_PREPARATION, 'At most 100,000 minutes, please.'),
        ),
      ),
    ),
    z.transform((minutes) => minutes ?? null),
  ),
  instructions: text(20_000),
  /** What a batch weighs or fills, so that other recipes can use some of it. */
  batchQuantity: z.optional(z.nullable(wholeQuantity)),
  batchUnit: z.optional(
    z.nullable(z.enum(BATCH_UNITS, `Please choose a unit: ${BATCH_UNITS.join(', ')}.`)),
  ),
}

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
  /** The product it is made for; null while it is made for none, or for one that left the shop. */
  product: z.nullable(z.object({ productId: z.int(), unitsPerBatch: z.int() })),
})

/** A recipe as every answer shows it; costs in dollars, each rounded once. */
export type Recipe = z.output<typeof recipe>

export const recipeData = z.strictObject(recipeFields)
export type RecipeData = z.output<typeof recipeData>

export const recipeDraft = z.strictObject({
  recipeData,
  ingredients: z
    .array(ingredientDraft)
    .check(z.maxLength(MAX_INGREDIENTS, `At most ${MAX_INGREDIENTS} ingredients, please.`)),
})
export type RecipeDraft = z.output<typeof recipeDraft>

const recipeBase = z.object(
  {
    name: loadedText,
    description: loadedText,
    servings: loadedNumber,
    preparationTime: loadedNumber,
    instructions: loadedText,
    batchQuantity: z.optional(z.nullable(wholeQuantity)),
    batchUnit: loadedText,
  },
  'The base holds what was loaded.',
)

/**
 * Any part of a recipe, with what the form had loaded as `base`;
 * what has calls of its own may stand in it and is ignored.
 */
export const recipeChange = z.strictObject({
  id: z.optional(id),
  name: z.optional(recipeFields.name),
  description: z.optional(recipeFields.description),
  servings: z.optional(recipeFields.servings),
  preparationTime: z.optional(recipeFields.preparationTime),
  instructions: z.optional(recipeFields.instructions),
  batchQuantity: recipeFields.batchQuantity,
  batchUnit: recipeFields.batchUnit,
  ingredients: ignored,
  costCalculation: ignored,
  product: ignored,
  base: z.optional(recipeBase),
})
export type RecipeChange = z.output<typeof recipeChange>

export const productLink = z.strictObject(link)
export type ProductLink = z.output<typeof productLink>
