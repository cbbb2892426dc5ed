import type { LineKind } from '#contract/ingredient-shapes.ts'
import { NEW_INGREDIENT } from '#contract/ingredient-shapes.ts'
import type { Recipe, RecipeData } from '#contract/recipe-shapes.ts'
import { typedNumber } from '#contract/typed-numbers.ts'
import { BATCH_UNITS, type LineUnit, type Unit } from '#contract/units.ts'

export type TypedRecipe = Record<keyof RecipeData, string>

/** A line as it is typed; which of its fields are shown and sent, its kind and `costBy` say. */
export type TypedIngredient = {
  kind: LineKind
  name: string
  quantity: string
  unit: LineUnit
  notes: string
  costBy: 'unit' | 'package'
  costPerUnit: string
  packageQuantity: string
  packageUnit: Unit
  packagePrice: string
  /** The number of an entry of the price list; `none` for a line that is let go from it. */
  priceId: string
  recipeId: string
}

export const BLANK_RECIPE: TypedRecipe = {
  name: '',
  description: '',
  servings: '',
  preparationTime: '',
  instructions: '',
  batchQuantity: '',
  batchUnit: 'lb',
}

export const BLANK_INGREDIENT: TypedIngredient = {
  kind: 'ingredient',
  name: '',
  quantity: String(NEW_INGREDIENT.quantity),
  unit: NEW_INGREDIENT.unit,
  notes: '',
  costBy: 'unit',
  costPerUnit: String(NEW_INGREDIENT.costPerUnit),
  packageQuantity: '',
  packageUnit: 'lb',
  packagePrice: '',
  priceId: '',
  recipeId: '',
}

export const BLANK_LINES: Readonly<Record<LineKind, TypedIngredient>> = {
  ingredient: BLANK_INGREDIENT,
  packaging: {
    ...BLANK_INGREDIENT,
    kind: 'packaging',
    unit: 'piece',
    packageUnit: 'piece',
    costBy: 'package',
  },
  labor: {
    ...BLANK_INGREDIENT,
    kind: 'labor',
    name: 'Labor',
    quantity: '',
    unit: 'min',
    costBy: 'package',
    packageQuantity: '1',
    packageUnit: 'h',
  },
  recipe: { ...BLANK_INGREDIENT, kind: 'recipe', unit: 'piece', quantity: '' },
}

export function typedRecipe(recipe: Recipe): TypedRecipe {
  const { name, description, servings, preparationTime, instructions } = recipe
  const minutes = preparationTime === null ? '' : String(preparationTime)
  const batch = {
    batchQuantity: String(recipe.batchQuantity ?? ''),
    batchUnit: recipe.batchUnit ?? BLANK_RECIPE.batchUnit,
  }
  const texts = { name, description, instructions }
  return { ...texts, servings: String(servings), preparationTime: minutes, ...batch }
}

export type SentRecipe = ReturnType<typeof readRecipe>

/** A recipe as it is sent; what is no number becomes one that the contract refuses. */
export function readRecipe(typed: TypedRecipe) {
  const { servings, preparationTime, batchQuantity, batchUnit, ...texts } = typed
  const isGiven = batchQuantity.trim() !== ''
  return {
    ...texts,
    servings: typedNumber(servings),
    preparationTime: preparationTime.trim() === '' ? null : typedNumber(preparationTime),
    batchQuantity: isGiven ? typedNumber(batchQuantity) : null,
    batchUnit: isGiven ? (BATCH_UNITS.find((unit) => unit === batchUnit) ?? null) : null,
  }
}
