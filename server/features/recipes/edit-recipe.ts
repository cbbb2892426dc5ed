import { formatList } from '#contract/format-list.ts'
import { toThousandths } from '#contract/quantity.ts'
import type { Recipe, RecipeChange, RecipeData, RecipeDraft } from '#contract/recipe-shapes.ts'
import { recordChange } from '#server/core/audit.ts'
import { type FieldLabel, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { alterRecipe } from './alter-recipe.ts'
import { refuseUncosted } from './check-kitchen.ts'
import { requireRecipe } from './find-recipe.ts'
import { insertIngredients } from './insert-ingredient.ts'
import { listUsers, renameLines } from './price-queries.ts'
import { deleteRecipeRow, insertRecipe, lockKitchen, updateRecipeRow } from './recipe-queries.ts'

const RECIPE_LABELS: Record<string, FieldLabel> = {
  name: { name: 'name' },
  description: { name: 'description' },
  servings: { name: 'number of servings' },
  preparationTime: { name: 'preparation time' },
  instructions: { name: 'instructions field' },
  batchQuantity: { name: 'size of a batch' },
  batchUnit: { name: 'unit of a batch' },
}

/**
 * Changes what is given, or with `base` what differs from it, and leaves the rest, its ingredients
 * and its product always. @throws Refusal 'not-found', 'invalid', 'changed-meanwhile'
 */
export async function changeRecipe(
  db: Db,
  id: number,
  change: RecipeChange,
  now: Date,
): Promise<Recipe> {
  refuseOtherId(change.id, id)
  const { id: _, base, ingredients, costCalculation, product, ...fields } = change
  const { after } = await alterRecipe(db, { id, now }, async (tx, shown) => {
    const { batchQuantity } = shown
    const inside =
      batchQuantity === undefined ? {} : { batchQuantity: toThousandths(batchQuantity) }
    const stored = { ...shown, ...inside }
    const changed = mergeChange(fields, { base, stored, shown, labels: RECIPE_LABELS })
    await updateRecipeRow(tx, id, { ...rowOf(changed), updated_at: now.toISOString() })
    refuseHalfBatch({ ...stored, ...changed }, '')
    if (changed.name !== undefined)
      await renameLines(tx, { column: 'sub_recipe_id', id, from: shown.name, to: changed.name })
    await refuseUncosted(tx)
  })
  return after
}

function rowOf(fields: Pick<RecipeChange, keyof RecipeData>) {
  const { preparationTime, batchQuantity, batchUnit, ...same } = fields
  return {
    ...same,
    preparation_minutes: preparationTime,
    batch_thousandths: batchQuantity,
    batch_unit: batchUnit,
  }
}

/** @throws Refusal 'invalid' where of a batch only its number or only its unit is given */
function refuseHalfBatch(recipe: object, path: string): void {
  const { batchQuantity, batchUnit }: Partial<RecipeData> = recipe
  if ((batchQuantity == null) === (batchUnit == null)) return
  const field = `${path}${batchQuantity == null ? 'batchQuantity' : 'batchUnit'}`
  throw new Refusal('invalid', 'Please say both how much a batch makes and in what unit.', {
    field,
  })
}

export function createRecipe(db: Db, draft: RecipeDraft, now: Date): Promise<Recipe> {
  return write(db, async (tx) => {
    await lockKitchen(tx)
    refuseHalfBatch(draft.recipeData, 'recipeData.')
    const at = now.toISOString()
    const { preparationTime, batchQuantity, batchUnit, ...same } = draft.recipeData
    const id = await insertRecipe(tx, {
      ...same,
      preparation_minutes: preparationTime,
      batch_thousandths: batchQuantity ?? null,
      batch_unit: batchUnit ?? null,
      created_at: at,
      updated_at: at,
    })
    await insertIngredients(tx, { recipeId: id, drafts: draft.ingredients, now })
    const created = await requireRecipe(tx, id)
    await recordChange(
      tx,
      { action: 'created', subject: `recipe:${id}`, before: null, after: created },
      now,
    )
    return created
  })
}

/** Removes a recipe, its ingredients and its link to a product. @throws Refusal 'not-found', 'in-use' */
export function deleteRecipe(db: Db, id: number, now: Date): Promise<void> {
  return write(db, async (tx) => {
    await lockKitchen(tx)
    const before = await requireRecipe(tx, id)
    const [user, ...others] = await listUsers(tx, 'sub_recipe_id', id)
    if (user !== undefined)
      throw new Refusal(
        'in-use',
        `“${before.name}” is an ingredient of ${formatList([user, ...others])}. Please take it out there first.`,
      )
    await deleteRecipeRow(tx, id)
    await recordChange(tx, { action: 'deleted', subject: `recipe:${id}`, before, after: null }, now)
  })
}
