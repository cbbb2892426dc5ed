import { type LineKind, NEW_INGREDIENT } from '#contract/ingredient-shapes.ts'
import { RECIPE_FIELDS, type Recipe } from '#contract/recipe-shapes.ts'
import type { LineUnit, Unit } from '#contract/units.ts'
import { readFields, type TypedFields, typedFields } from '../shared/form-fields.tsx'

export type TypedRecipe = TypedFields<typeof RECIPE_FIELDS>

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

export function typedRecipe(recipe: Partial<Recipe>): TypedRecipe {
  return typedFields(RECIPE_FIELDS, recipe, { batchUnit: 'lb' })
}

/** A batch without a size has no unit. */
export function readRecipe(typed: TypedRecipe) {
  const { batchUnit, ...read } = readFields(RECIPE_FIELDS, typed)
  return { ...read, batchUnit: read.batchQuantity === null ? null : batchUnit }
}
