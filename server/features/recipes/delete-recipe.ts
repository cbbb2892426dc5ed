import { recordChange } from '#server/core/audit.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { requireRecipe } from './find-recipe.ts'
import { deleteRecipeRow, updateRecipeRow } from './recipe-queries.ts'

/** Removes a recipe, its ingredients and its link to a product. @throws Refusal 'not-found' */
export function deleteRecipe(db: Db, id: number, now: Date): Promise<void> {
  return write(db, async (tx) => {
    await updateRecipeRow(tx, id, { updated_at: now.toISOString() })
    const before = await requireRecipe(tx, id)
    await deleteRecipeRow(tx, id)
    await recordChange(tx, { action: 'deleted', subject: `recipe:${id}`, before, after: null }, now)
  })
}
