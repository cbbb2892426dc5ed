import { z } from 'zod/mini'
import type { Cents } from './money.ts'
import { MAX_UNITS } from './products.ts'
import { MAX_QUANTITY, parseQuantity, type Thousandths } from './quantity.ts'
import { dollars, id, ignored, loadedText, optionalText, requiredText } from './shapes.ts'

/** In what ingredients are measured (specification, section 5). */
export const RECIPE_UNITS = [
  'cup',
  'tsp',
  'tbsp',
  'oz',
  'lb',
  'g',
  'kg',
  'ml',
  'l',
  'piece',
] as const
export type RecipeUnit = (typeof RECIPE_UNITS)[number]

/** With what a new ingredient row starts (specification, section 5). */
export const NEW_INGREDIENT = { quantity: 1, unit: 'cup', costPerUnit: 0 } as const

export const MAX_SERVINGS = 10_000
/** As many ingredients as one recipe can have; up to here a hundred batches still cost a safe number of cents. */
export const MAX_INGREDIENTS = 60
export const MAX_BATCHES = 100

const MAX_PREPARATION = 100_000

const NOT_A_QUANTITY = 'From 0, with at most three decimals, please.'

/** A number or a numeric string; arrives as thousandths. */
const quantity = z.pipe(
  z.union([z.number(), z.string()], 'Please enter a quantity.'),
  z.transform((value, context): Thousandths => {
    const amount = parseQuantity(value)
    const message = amount === null ? NOT_A_QUANTITY : 'At most 100,000, please.'
    if (amount === null || amount > MAX_QUANTITY)
      context.issues.push({ code: 'custom', message, input: value })
    return amount ?? (0 as Thousandths)
  }),
)

const ingredientFields = {
  name: requiredText(120, 'Please enter the ingredient’s name.'),
  quantity,
  unit: z.enum(RECIPE_UNITS, `Please choose a unit: ${RECIPE_UNITS.join(', ')}.`),
  costPerUnit: dollars(0 as Cents, 'A cost cannot be below zero.'),
  notes: optionalText(500),
}

const text = (longest: number) =>
  z.pipe(
    optionalText(longest),
    z.transform((value) => value ?? ''),
  )

const recipeFields = {
  name: requiredText(120, 'Please enter a name.'),
  description: text(4000),
  servings: z
    .int('Servings must be a whole number.')
    .check(
      z.minimum(1, 'A recipe must make at least 1 serving.'),
      z.maximum(MAX_SERVINGS, 'At most 10,000 servings, please.'),
    ),
  /** Whole minutes. */
  preparationTime: z.pipe(
    z.optional(
      z.nullable(
        z
          .int('Preparation time must be a whole number of minutes.')
          .check(
            z.nonnegative('Preparation time cannot be below zero.'),
            z.maximum(MAX_PREPARATION, 'At most 100,000 minutes, please.'),
          ),
      ),
    ),
    z.transform((minutes) => minutes ?? null),
  ),
  instructions: text(20_000),
}

const link = {
  productId: id,
  unitsPerBatch: z
    .int('A batch must make a whole number of units.')
    .check(
      z.minimum(1, 'A batch must make at least 1 unit.'),
      z.maximum(MAX_UNITS, 'At most 100,000 units, please.'),
    ),
}

export const ingredient = z.object({
  id,
  name: z.string(),
  quantity: z.number(),
  unit: z.enum(RECIPE_UNITS),
  costPerUnit: z.number(),
  notes: z.nullable(z.string()),
})

/** An ingredient as every answer shows it; `costPerUnit` in dollars. */
export type Ingredient = z.output<typeof ingredient>

export const recipe = z.object({
  id,
  name: z.string(),
  description: z.string(),
  servings: z.int(),
  preparationTime: z.nullable(z.int()),
  instructions: z.string(),
  ingredients: z.array(ingredient),
  costCalculation: z.object({ totalCost: z.number(), costPerServing: z.number() }),
  /** The product it is made for; null while it is made for none, or for one that left the shop. */
  product: z.nullable(z.object({ productId: z.int(), unitsPerBatch: z.int() })),
})

/** A recipe as every answer shows it; costs in dollars, each rounded once. */
export type Recipe = z.output<typeof recipe>

export const recipeData = z.strictObject(recipeFields)
export type RecipeData = z.output<typeof recipeData>

export const ingredientDraft = z.strictObject(ingredientFields)
export type IngredientDraft = z.output<typeof ingredientDraft>

export const recipeDraft = z.strictObject({
  recipeData,
  ingredients: z
    .array(ingredientDraft)
    .check(z.maxLength(MAX_INGREDIENTS, `At most ${MAX_INGREDIENTS} ingredients, please.`)),
})
export type RecipeDraft = z.output<typeof recipeDraft>

const loadedNumber = z.optional(z.nullable(z.number('Must be a number.')))

const recipeBase = z.object(
  {
    name: loadedText,
    description: loadedText,
    servings: loadedNumber,
    preparationTime: loadedNumber,
    instructions: loadedText,
  },
  'The base holds what was loaded.',
)

const ingredientBase = z.object(
  {
    name: loadedText,
    quantity: z.optional(quantity),
    unit: loadedText,
    costPerUnit: z.optional(ingredientFields.costPerUnit),
    notes: loadedText,
  },
  'The base holds what was loaded.',
)

/** Any part of a recipe, with what the form had loaded as `base`; what has calls of its own may stand in it and is ignored. */
export const recipeChange = z.strictObject({
  id: z.optional(id),
  name: z.optional(recipeFields.name),
  description: z.optional(recipeFields.description),
  servings: z.optional(recipeFields.servings),
  preparationTime: z.optional(recipeFields.preparationTime),
  instructions: z.optional(recipeFields.instructions),
  ingredients: ignored,
  costCalculation: ignored,
  product: ignored,
  base: z.optional(recipeBase),
})
export type RecipeChange = z.output<typeof recipeChange>

export const ingredientChange = z.strictObject({
  id: z.optional(id),
  name: z.optional(ingredientFields.name),
  quantity: z.optional(quantity),
  unit: z.optional(ingredientFields.unit),
  costPerUnit: z.optional(ingredientFields.costPerUnit),
  notes: z.optional(ingredientFields.notes),
  base: z.optional(ingredientBase),
})
export type IngredientChange = z.output<typeof ingredientChange>

export const productLink = z.strictObject(link)
export type ProductLink = z.output<typeof productLink>
