import type { Db } from '#server/db/tables.ts'
import { alterRecipeOfIngredient } from './alter-recipe.ts'
import { requireIngredient } from './find-recipe.ts'
import { deleteIngredientRow } from './recipe-queries.ts'

/** Removes an ingredient from its recipe. @throws Refusal 'not-found' */
export async function removeIngredient(db: Db, id: number, now: Date): Promise<void> {
  await alterRecipeOfIngredient(db, { id, now }, (tx, before) => {
    requireIngredient(before, id)
    return deleteIngredientRow(tx, id)
  })
}
