import type { Recipe } from '#contract/recipes/recipe-shapes.ts'
import { recordChange } from '#server/core/audit.ts'
import { noSuch } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { requireRecipe } from './find-recipe.ts'
import { lockKitchen } from './recipe-queries.ts'

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
    // This locks its row until the transaction ends.
    const changed = { updated_at: now.toISOString() }
    await tx.updateTable('recipes').set(changed).where('id', '=', id).execute()
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
  const lines = db.selectFrom('recipe_ingredients').select('recipe_id').where('id', '=', id)
  const line = await lines.executeTakeFirst()
  if (!line) noSuch(`ingredient #${id}`)
  return alterRecipe(db, { id: line.recipe_id, now }, alteration)
}
