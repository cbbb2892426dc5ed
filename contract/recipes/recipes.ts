import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import type { Cents } from '../money/money.ts'
import { quantity, wholeQuantity } from '../products/quantity-shapes.ts'
import { MAX_UNITS } from '../products/unit-counts.ts'
import { BATCH_UNITS, LINE_UNITS, PACKAGE_UNITS, RECIPE_UNITS } from '../products/units.ts'
import {
  byId,
  dollars,
  id,
  idInPath,
  ignored,
  NOT_AN_AMOUNT,
  nameText,
  optionalText,
  unitOf,
  wholeNumber,
} from '../shapes.ts'
import { typedNumber } from '../text/typed-numbers.ts'

export const packageFields = {
  packageQuantity: wholeQuantity,
  packageUnit: unitOf(PACKAGE_UNITS),
  packagePrice: dollars(0 as Cents, 'A price cannot be below zero.'),
}

/** “25 lb for $18.40”: dollars arrive as cents, the quantity as thousandths. */
export const packageSize = z.strictObject(packageFields)
export type PackageSize = z.output<typeof packageSize>

/** Specification, section 5. */
export const NEW_INGREDIENT = { quantity: 1, unit: 'cup', costPerUnit: 0 } as const

/** A hundred batches of this many still cost a safe integer of cents. */
export const MAX_INGREDIENTS = 60

/** In dollars. */
const MAX_UNIT_COST = 100_000

/**
 * Dollars per unit, not rounded: a typed cost has up to two decimals, a package's as many as the
 * shop answered. Only the line knows which.
 */
const unitCost = z.pipe(
  z.union([z.number(), z.string()], NOT_AN_AMOUNT),
  z.transform((value, context): number => {
    const cost = typeof value === 'number' ? value : typedNumber(value)
    const refused = refusedCost(cost)
    if (refused) context.issues.push({ code: 'custom', message: refused, input: value })
    return cost
  }),
)

function refusedCost(cost: number): string | null {
  if (!Number.isFinite(cost)) return NOT_AN_AMOUNT
  if (cost < 0) return 'A cost cannot be below zero.'
  return cost > MAX_UNIT_COST ? 'At most $100,000, please.' : null
}

export const INGREDIENT_FIELDS = {
  name: {
    kind: 'line',
    label: 'Name',
    longest: 120,
    shape: nameText(120, 'Please enter the ingredient’s name.'),
  },
  quantity: { kind: 'amount', label: 'Quantity', shape: quantity },
  unit: {
    kind: 'choice',
    label: 'Unit',
    choices: RECIPE_UNITS,
    shape: z.enum(LINE_UNITS, `Please choose a unit: ${RECIPE_UNITS.join(', ')}.`),
  },
  costPerUnit: { kind: 'dollars', label: 'Cost per unit', shape: z.optional(unitCost) },
  notes: {
    kind: 'line',
    label: 'Notes',
    noun: 'notes field',
    longest: 500,
    shape: optionalText(500),
  },
  isPackaging: {
    kind: 'switch',
    label: 'Packaging',
    noun: 'packaging field',
    shape: z.optional(z.boolean('Must be true or false.')),
  },
  priceId: { kind: 'count', label: 'Price', shape: z.optional(z.nullable(id)) },
  recipeId: { kind: 'count', label: 'Recipe', shape: z.optional(z.nullable(id)) },
} as const satisfies Fields

const others = {
  package: z.optional(z.nullable(packageSize)),
  exactCost: ignored,
}

export const ingredient = z.object({
  id,
  name: z.string(),
  quantity: z.number(),
  unit: z.enum(LINE_UNITS),
  /** In dollars: as typed, or unrounded from a package or recipe. */
  costPerUnit: z.number(),
  notes: z.nullable(z.string()),
  isPackaging: z.optional(z.boolean()),
  priceId: z.optional(z.int()),
  recipeId: z.optional(z.int()),
  /** Cents per unit as `23/14`; absent if typed. */
  exactCost: z.optional(z.string()),
})

export type Ingredient = z.output<typeof ingredient>

const draft = z.strictObject({ ...shapesOf(INGREDIENT_FIELDS), ...others })

/** A line needs its own cost unless it has a source. */
export const ingredientDraft = draft.check(
  z.refine((line) => line.costPerUnit !== undefined || hasSource(line), {
    path: ['costPerUnit'],
    error: NOT_AN_AMOUNT,
  }),
)
export type IngredientDraft = z.output<typeof draft>

function hasSource(line: IngredientDraft): boolean {
  return [line.priceId, line.recipeId, line.package].some((source) => source != null)
}

const ingredientChange = z.strictObject({ ...changeShapes(INGREDIENT_FIELDS), ...others })
export type IngredientChange = z.output<typeof ingredientChange>

export function kindOf(line: Pick<Ingredient, 'unit' | 'isPackaging' | 'recipeId'>) {
  if (line.recipeId != null) return 'recipe'
  if (line.unit === 'min') return 'labor'
  return line.isPackaging ? 'packaging' : 'ingredient'
}
export type LineKind = ReturnType<typeof kindOf>

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
    shape: z.optional(z.nullable(wholeQuantity)),
  },
  batchUnit: {
    kind: 'choice',
    label: 'Measured in',
    noun: 'unit of a batch',
    choices: BATCH_UNITS,
    shape: z.optional(z.nullable(unitOf(BATCH_UNITS))),
  },
  instructions: {
    kind: 'text',
    label: 'Instructions',
    noun: 'instructions field',
    longest: 20_000,
    shape: text(20_000),
  },
} as const satisfies Fields

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

/** Fields that have their own calls are allowed here and ignored. */
const recipeChange = z.strictObject({
  ...changeShapes(RECIPE_FIELDS),
  ingredients: ignored,
  costCalculation: ignored,
  product: ignored,
})
export type RecipeChange = z.output<typeof recipeChange>

export const productLink = z.strictObject({
  productId: id,
  unitsPerBatch: wholeNumber('A batch must make a whole number of units.').check(
    z.minimum(1, 'A batch must make at least 1 unit.'),
    z.maximum(MAX_UNITS, 'At most 100,000 units, please.'),
  ),
})
export type ProductLink = z.output<typeof productLink>

/** In bytes: all texts in multibyte letters, escaped. */
const MAX_RECIPE_BODY_LENGTH = 1024 * 1024

export const recipes = {
  list: deskEndpoint('never', 'GET /api/recipes', {
    summary: 'Every recipe with its ingredients and its cost, by name.',
    output: z.array(recipe),
  }),
  one: deskEndpoint('never', 'GET /api/recipes/{id}', {
    summary: 'A recipe with its ingredients and its cost.',
    params: byId,
    output: recipe,
  }),
  create: deskEndpoint('never', 'POST /api/recipes', {
    summary: 'Adds a recipe with its ingredients.',
    body: recipeDraft,
    longestBody: MAX_RECIPE_BODY_LENGTH,
    output: recipe,
    status: 201,
  }),
  update: deskEndpoint('never', 'PUT /api/recipes/{id}', {
    summary: 'Changes any part of a recipe; its ingredients and its product have their own calls.',
    params: byId,
    body: recipeChange,
    longestBody: MAX_RECIPE_BODY_LENGTH,
    output: recipe,
  }),
  delete: deskEndpoint('never', 'DELETE /api/recipes/{id}', {
    summary: 'Removes a recipe and its ingredients.',
    params: byId,
  }),
  addIngredient: deskEndpoint('never', 'POST /api/recipes/{recipeId}/ingredients', {
    summary: 'Adds an ingredient at the end of a recipe.',
    params: z.strictObject({ recipeId: idInPath }),
    body: ingredientDraft,
    output: ingredient,
    status: 201,
  }),
  changeIngredient: deskEndpoint('never', 'PUT /api/recipe-ingredients/{id}', {
    summary: 'Changes any part of an ingredient.',
    params: byId,
    body: ingredientChange,
    output: ingredient,
  }),
  removeIngredient: deskEndpoint('never', 'DELETE /api/recipe-ingredients/{id}', {
    summary: 'Removes an ingredient from its recipe.',
    params: byId,
  }),
  linkProduct: deskEndpoint('never', 'PUT /api/recipes/{id}/product', {
    summary: 'Sets which product the recipe makes, and how many units a batch makes.',
    params: byId,
    body: productLink,
    output: recipe,
  }),
  unlinkProduct: deskEndpoint('never', 'DELETE /api/recipes/{id}/product', {
    summary: 'Unlinks the recipe from its product.',
    params: byId,
  }),
}
