import { toThousandths } from '#contract/products/quantity.ts'
import {
  type ProductLink,
  RECIPE_FIELDS,
  type Recipe,
  type RecipeChange,
  type RecipeData,
  type RecipeDraft,
} from '#contract/recipes/recipes.ts'
import { formatList } from '#contract/text/format-list.ts'
import { recordChange } from '#server/core/audit.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { type Db, write } from '#server/db/write.ts'
import { insertIngredients } from './edit-ingredient.ts'
import { alterRecipe, RECIPE_COLUMNS, requireRecipe } from './find-recipe.ts'
import { refuseUncosted } from './load-kitchen.ts'
import { insertRecipe, listUsers, lockKitchen, renameLines, replaceLink } from './recipe-queries.ts'

/**
 * With `base`, changes only what differs; never its ingredients or product.
 * @throws Refusal 'not-found', 'invalid', 'changed-meanwhile'
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
    const changed = mergeChange(fields, { base, stored, shown, labels: labelsOf(RECIPE_FIELDS) })
    const row = { ...toColumns(RECIPE_COLUMNS, changed), updated_at: now.toISOString() }
    await tx.updateTable('recipes').set(row).where('id', '=', id).execute()
    refuseHalfBatch({ ...stored, ...changed }, '')
    if (changed.name !== undefined)
      await renameLines(tx, { column: 'sub_recipe_id', id, from: shown.name, to: changed.name })
    await refuseUncosted(tx)
  })
  return after
}

/** @throws Refusal 'invalid' for a batch with only a number or only a unit */
function refuseHalfBatch(recipe: object, path: string): void {
  const { batchQuantity, batchUnit }: Partial<RecipeData> = recipe
  if ((batchQuantity == null) === (batchUnit == null)) return
  const field = `${path}${batchQuantity == null ? 'batchQuantity' : 'batchUnit'}`
  throw invalidField(field, 'Please say both how much a batch makes and in what unit.')
}

export function createRecipe(db: Db, draft: RecipeDraft, now: Date): Promise<Recipe> {
  return write(db, async (tx) => {
    await lockKitchen(tx)
    refuseHalfBatch(draft.recipeData, 'recipeData.')
    const at = now.toISOString()
    const fields = toColumns(RECIPE_COLUMNS, draft.recipeData)
    const id = await insertRecipe(tx, { ...fields, created_at: at, updated_at: at })
    await insertIngredients(tx, { recipeId: id, drafts: draft.ingredients, now })
    const after = await requireRecipe(tx, id)
    await recordChange(tx, { action: 'created', subject: `recipe:${id}`, after }, now)
    return after
  })
}

/** Deletes its ingredients and product link, too. @throws Refusal 'not-found', 'in-use' */
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
    await tx.deleteFrom('recipes').where('id', '=', id).execute()
    await recordChange(tx, { action: 'deleted', subject: `recipe:${id}`, before }, now)
  })
}

/** Replaces any earlier product. @throws Refusal 'not-found' */
export async function linkProduct(
  db: Db,
  id: number,
  link: ProductLink,
  now: Date,
): Promise<Recipe> {
  const { after } = await alterRecipe(db, { id, now }, async (tx) => {
    const { productId } = link
    const product = tx.selectFrom('products').select('id').where('id', '=', productId)
    // Locked, so that the link can't dangle.
    if (!(await product.where('deleted_at', 'is', null).forUpdate().executeTakeFirst()))
      throw new Refusal('not-found', `There is no product #${productId}.`, { field: 'productId' })
    await replaceLink(tx, id, link)
  })
  return after
}

/** @throws Refusal 'not-found', also when no product is linked */
export async function unlinkProduct(db: Db, id: number, now: Date): Promise<void> {
  await alterRecipe(db, { id, now }, async (tx, { product }) => {
    if (!product) throw new Refusal('not-found', 'This recipe is not linked to a product.')
    await tx.deleteFrom('recipe_products').where('recipe_id', '=', id).execute()
  })
}
