import { toThousandths } from '#contract/products/quantity.ts'
import {
  INGREDIENT_FIELDS,
  type Ingredient,
  type IngredientChange,
  type IngredientDraft,
  MAX_INGREDIENTS,
} from '#contract/recipes/ingredient-shapes.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { alterRecipe, alterRecipeOfIngredient } from './alter-recipe.ts'
import { findKitchenFault, refuseUncosted } from './check-kitchen.ts'
import { requireIngredient } from './find-recipe.ts'
import { changedSource, findSource } from './line-source.ts'
import { deleteIngredientRow, insertIngredientRow, updateIngredientRow } from './recipe-queries.ts'

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

/** Its number. @throws Refusal 'invalid' */
async function insertIngredient(
  tx: Db,
  { recipeId, draft, now }: { recipeId: number; draft: IngredientDraft; now: Date },
): Promise<number> {
  const { name, quantity, unit, notes, isPackaging = false } = draft
  return insertIngredientRow(tx, {
    recipe_id: recipeId,
    name,
    quantity_thousandths: quantity,
    unit,
    notes,
    is_packaging: isPackaging ? 1 : 0,
    ...(await findSource(tx, draft, now)),
  })
}

/** @throws Refusal 'invalid' at the field of the line that is wrong */
export async function insertIngredients(
  tx: Db,
  { recipeId, drafts, now }: { recipeId: number; drafts: readonly IngredientDraft[]; now: Date },
): Promise<void> {
  const ids: number[] = []
  for (const [index, draft] of drafts.entries()) {
    ids.push(await atLine(index, () => insertIngredient(tx, { recipeId, draft, now })))
  }
  const fault = await findKitchenFault(tx)
  if (!fault) return
  const index = ids.indexOf(fault.line.id)
  const field = index < 0 ? {} : { field: `ingredients.${index}.${fault.field}` }
  throw new Refusal('invalid', fault.message, field)
}

/** A refusal of one line names its field in the whole recipe. */
async function atLine<Result>(index: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const field = `ingredients.${index}.${error.field ?? 'name'}`
    throw new Refusal(error.code, error.message, { field })
  }
}
