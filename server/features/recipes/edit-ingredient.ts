import {
  INGREDIENT_FIELDS,
  type Ingredient,
  type IngredientChange,
  type IngredientDraft,
  MAX_INGREDIENTS,
} from '#contract/ingredient-shapes.ts'
import { toThousandths } from '#contract/quantity.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { alterRecipe, alterRecipeOfIngredient } from './alter-recipe.ts'
import { refuseUncosted } from './check-kitchen.ts'
import { requireIngredient } from './find-recipe.ts'
import { insertIngredient } from './insert-ingredient.ts'
import { changedSource } from './line-source.ts'
import { deleteIngredientRow, updateIngredientRow } from './recipe-queries.ts'

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
  const { id: claimed, base, exactCost: _, package: size, ...fields } = change
  refuseOtherId(claimed, id)
  const { after } = await alterRecipeOfIngredient(db, { id, now }, async (tx, before) => {
    const shown = requireIngredient(before, id)
    const stored = { ...shown, quantity: toThousandths(shown.quantity) }
    const changed = mergeChange(fields, {
      base,
      stored,
      shown,
      labels: labelsOf(INGREDIENT_FIELDS),
    })
    const { quantity, costPerUnit, priceId, recipeId, isPackaging, ...same } = changed
    const source = { ...changed, package: size }
    await updateIngredientRow(tx, id, {
      ...same,
      name: same.name ?? shown.name,
      quantity_thousandths: quantity,
      ...(isPackaging === undefined ? {} : { is_packaging: isPackaging ? 1 : 0 }),
      ...(await changedSource(tx, { shown, changed: source, now })),
    })
    await refuseUncosted(tx, id)
  })
  return requireIngredient(after, id)
}

/** @throws Refusal 'not-found', 'invalid' when the recipe is full */
export async function addIngredient(
  db: Db,
  recipeId: number,
  draft: IngredientDraft,
  now: Date,
): Promise<Ingredient> {
  const { after, result } = await alterRecipe(db, { id: recipeId, now }, async (tx, before) => {
    if (before.ingredients.length >= MAX_INGREDIENTS)
      throw new Refusal('invalid', `A recipe has at most ${MAX_INGREDIENTS} ingredients.`)
    const id = await insertIngredient(tx, { recipeId, draft, now })
    await refuseUncosted(tx, id)
    return id
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
