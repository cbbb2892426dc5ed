import { type CostedLine, costedLines } from '#contract/recipe-cost.ts'
import {
  type Ingredient,
  ingredientDraft,
  NEW_INGREDIENT,
  type Recipe,
  type RecipeData,
  type RecipeUnit,
} from '#contract/recipe-shapes.ts'
import { ApiFailure } from '#web/api/request.ts'

export type TypedRecipe = Record<keyof RecipeData, string>

export type TypedIngredient = { name: string; quantity: string; unit: RecipeUnit; costPerUnit: string; notes: string }

/** One sentence for each field that is wrong, by its path in what is sent, such as `ingredients.0.name`. */
export type FieldErrors = Record<string, string>

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

export function typedRecipe({ name, description, servings, preparationTime, instructions }: Recipe): TypedRecipe {
  return {
    name,
    description,
    servings: String(servings),
    preparationTime: preparationTime === null ? '' : String(preparationTime),
    instructions,
  }
}

export function typedIngredient({ name, quantity, unit, costPerUnit, notes }: Ingredient): TypedIngredient {
  return { name, quantity: String(quantity), unit, costPerUnit: costPerUnit.toFixed(2), notes: notes ?? '' }
}

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

type Checked = { success: boolean; error?: { issues: { path: PropertyKey[]; message: string }[] } | undefined }

export function errorsIn(checked: Checked): FieldErrors {
  const errors: FieldErrors = {}
  for (const { path, message } of checked.error?.issues ?? []) errors[path.join('.')] ??= message
  return errors
}

export function refusedFields(failure: Error | null): FieldErrors {
  if (!(failure instanceof ApiFailure) || failure.refusal.field === undefined) return {}
  return { [failure.refusal.field]: failure.refusal.message }
}

export function focusFirst(form: HTMLElement | null, errors: FieldErrors): void {
  const fields = Array.from(form?.querySelectorAll<HTMLElement>('[name]') ?? [])
  fields.find((field) => Object.hasOwn(errors, field.getAttribute('name') ?? ''))?.focus()
}

export function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}
