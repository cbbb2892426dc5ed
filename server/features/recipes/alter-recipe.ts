import type { Recipe } from '#contract/recipes/recipe-shapes.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { requireRecipe } from './find-recipe.ts'
import { findRecipeOfIngredient, lockKitchen, updateRecipeRow } from './recipe-queries.ts'

type Alteration<Result> = (tx: Db, before: Recipe) => Promise<Result>

/**
 * Changes a recipe or what belongs to it under its lock, one change after the other, and keeps the
 * whole of it for the history; answers the recipe as it became. @throws Refusal 'not-found'
 */
export function alterRecipe<Result>(
  db: Db,
  { id, now }: { id: number; now: Date },
  alteration: Alteration<Result>,
): Promise<{ after: Recipe; result: Result }> {
  return write(db, async (tx) => {
    await lockKitchen(tx)
    await updateRecipeRow(tx, id, { updated_at: now.toISOString() })
    const before = await requireRecipe(tx, id)
    const result = await alteration(tx, before)
    const after = await requireRecipe(tx, id)
    await recordChange(tx, { action: 'changed', subject: `recipe:${id}`, before, after }, now)
    return { after, result }
  })
}

/** The same for the recipe an ingredient belongs to. @throws Refusal 'not-found' */
export async function alterRecipeOfIngredient(
  db: Db,
  { id, now }: { id: number; now: Date },
  alteration: Alteration<void>,
): Promise<{ after: Recipe }> {
  const recipeId = await findRecipeOfIngredient(db, id)
  if (recipeId === null) throw new Refusal('not-found', `There is no ingredient #${id}.`)
  return alterRecipe(db, { id: recipeId, now }, alteration)
}
