import type { Recipe } from '#contract/recipes/recipe-shapes.ts'
import { recordChange } from '#server/core/audit.ts'
import { noSuch } from '#server/core/refusal.ts'
import { type Db, write } from '#server/db/write.ts'
import { requireRecipe } from './find-recipe.ts'
import { lockKitchen } from './recipe-queries.ts'

type Alteration<Result> = (tx: Db, before: Recipe) => Promise<Result>

/**
 * Runs a change to a recipe under its lock and records the whole recipe in the history; returns it
 * as changed.
 * @throws Refusal 'not-found'
 */
export function alterRecipe<Result>(
  db: Db,
  { id, now }: { id: number; now: Date },
  alteration: Alteration<Result>,
): Promise<{ after: Recipe; result: Result }> {
  return write(db, async (tx) => {
    await lockKitchen(tx)
    const changed = { updated_at: now.toISOString() }
    await tx.updateTable('recipes').set(changed).where('id', '=', id).execute()
    const before = await requireRecipe(tx, id)
    const result = await alteration(tx, before)
    const after = await requireRecipe(tx, id)
    await recordChange(tx, { action: 'changed', subject: `recipe:${id}`, before, after }, now)
    return { after, result }
  })
}

/** Like `alterRecipe`, by ingredient. @throws Refusal 'not-found' */
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
