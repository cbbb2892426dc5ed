import type { Recipe, RecipeDraft } from '#contract/recipe-shapes.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { requireRecipe } from './find-recipe.ts'
import { insertIngredient, insertRecipe } from './recipe-queries.ts'

export function createRecipe(db: Db, draft: RecipeDraft, now: Date): Promise<Recipe> {
  return write(db, async (tx) => {
    const id = await insertRecipe(tx, draft.recipeData, now)
    for (const ingredient of draft.ingredients) await insertIngredient(tx, id, ingredient)
    const created = await requireRecipe(tx, id)
    await recordChange(tx, { action: 'created', subject: `recipe:${id}`, before: null, after: created }, now)
    return created
  })
}
