import { type CostedLine, costedLines } from '#contract/recipe-cost.ts'
import {
  type Ingredient,
  ingredientDraft,
  NEW_INGREDIENT,
  type Recipe,
  type RecipeData,
  type RecipeUnit,
} from '#contract/recipe-shapes.ts'

export type TypedRecipe = Record<keyof RecipeData, string>

export type TypedIngredient = {
  name: string
  quantity: string
  unit: RecipeUnit
  costPerUnit: string
  notes: string
}

export const BLANK_RECIPE: TypedRecipe = {
  name: '',
  description: '',
  servings: '',
  preparationTime: '',
  instructions: '',
}

export const BLANK_INGREDIENT: TypedIngredient = {
  name: '',
  quantity: String(NEW_INGREDIENT.quantity),
  unit: NEW_INGREDIENT.unit,
  costPerUnit: String(NEW_INGREDIENT.costPerUnit),
  notes: '',
}

export function typedRecipe(recipe: Recipe): TypedRecipe {
  const { name, description, servings, preparationTime, instructions } = recipe
  const minutes = preparationTime === null ? '' : String(preparationTime)
  return { name, description, servings: String(servings), preparationTime: minutes, instructions }
}

export function typedIngredient(ingredient: Ingredient): TypedIngredient {
  const { name, quantity, unit, costPerUnit, notes } = ingredient
  const cost = costPerUnit.toFixed(2)
  return { name, quantity: String(quantity), unit, costPerUnit: cost, notes: notes ?? '' }
}

export type SentRecipe = ReturnType<typeof readRecipe>
export type SentIngredient = ReturnType<typeof readIngredient>

/** A recipe as it is sent; what is no number becomes one that the contract refuses. */
export function readRecipe({ servings, preparationTime, ...texts }: TypedRecipe) {
  return {
    ...texts,
    servings: numberIn(servings),
    preparationTime: preparationTime.trim() === '' ? null : numberIn(preparationTime),
  }
}

export function readIngredient({ quantity, costPerUnit, ...same }: TypedIngredient) {
  return { ...same, quantity: numberIn(quantity), costPerUnit: numberIn(costPerUnit) }
}

/** What the rows typed so far cost; one that cannot be read yet is left out. */
export function typedLines(rows: readonly TypedIngredient[]): CostedLine[] {
  const read = rows.map((row) => ({ ...readIngredient(row), name: 'any', notes: null }))
  return costedLines(read.filter((row) => ingredientDraft.safeParse(row).success))
}

export function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
