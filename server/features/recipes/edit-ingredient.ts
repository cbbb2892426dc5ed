import { formatDollars, toCents } from '#contract/money.ts'
import { toThousandths } from '#contract/quantity.ts'
import {
  type Ingredient,
  type IngredientChange,
  type IngredientDraft,
  MAX_INGREDIENTS,
} from '#contract/recipe-shapes.ts'
import { type FieldLabel, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { alterRecipe, alterRecipeOfIngredient } from './edit-recipe.ts'
import { requireIngredient } from './find-recipe.ts'
import { deleteIngredientRow, insertIngredient, updateIngredientRow } from './recipe-queries.ts'

const INGREDIENT_LABELS: Record<string, FieldLabel> = {
  name: { name: 'name' },
  quantity: { name: 'quantity' },
  unit: { name: 'unit' },
  costPerUnit: { name: 'cost per unit', format: (cost) => formatDollars(toCents(Number(cost))) },
  notes: { name: 'notes field' },
}

/**
 * Changes what is given of an ingredient, or with `base` what differs from it, and leaves the rest.
 * @throws Refusal 'not-found', 'invalid', 'changed-meanwhile'
 */
export async function changeIngredient(
  db: Db,
  id: number,
  change: IngredientChange,
  now: Date,
): Promise<Ingredient> {
  const { id: claimed, base, ...fields } = change
  refuseOtherId(claimed, id)
  const { after } = await alterRecipeOfIngredient(db, { id, now }, (tx, before) => {
    const shown = requireIngredient(before, id)
    const changed = mergeChange(fields, {
      base,
      stored: inside(shown),
      shown,
      labels: INGREDIENT_LABELS,
    })
    const { quantity, costPerUnit, name = shown.name, ...same } = changed
    return updateIngredientRow(tx, id, {
      ...same,
      name,
      quantity_thousandths: quantity,
      unit_cents: costPerUnit,
    })
  })
  return requireIngredient(after, id)
}

function inside({ quantity, costPerUnit, ...same }: Ingredient) {
  return { ...same, quantity: toThousandths(quantity), costPerUnit: toCents(costPerUnit) }
}

/** @throws Refusal 'not-found', 'invalid' when the recipe is full */
export async function addIngredient(
  db: Db,
  recipeId: number,
  draft: IngredientDraft,
  now: Date,
): Promise<Ingredient> {
  const { after, result } = await alterRecipe(db, { id: recipeId, now }, (tx, before) => {
    if (before.ingredients.length >= MAX_INGREDIENTS)
      throw new Refusal('invalid', `A recipe has at most ${MAX_INGREDIENTS} ingredients.`)
    return insertIngredient(tx, recipeId, draft)
  })
  return requireIngredient(after, result)
}

/** Removes an ingredient from its recipe. @throws Refusal 'not-found' */
export async function removeIngredient(db: Db, id: number, now: Date): Promise<void> {
  await alterRecipeOfIngredient(db, { id, now }, (tx, before) => {
    requireIngredient(before, id)
    return deleteIngredientRow(tx, id)
  })
}
