import type { ProductLink, Recipe, RecipeChange, RecipeDraft } from '#contract/recipe-shapes.ts'
import { recordChange } from '#server/core/audit.ts'
import { type FieldLabel, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { requireRecipe } from './find-recipe.ts'
import {
  deleteLinkRow,
  deleteRecipeRow,
  findRecipeOfIngredient,
  insertIngredient,
  insertRecipe,
  lockLinkedProduct,
  replaceLink,
  updateRecipeRow,
} from './recipe-queries.ts'

type Fields = Pick<
  RecipeChange,
  'name' | 'description' | 'servings' | 'preparationTime' | 'instructions'
>

const RECIPE_LABELS: Record<string, FieldLabel> = {
  name: { name: 'name' },
  description: { name: 'description' },
  servings: { name: 'number of servings' },
  preparationTime: { name: 'preparation time' },
  instructions: { name: 'instructions field' },
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
  const { base, name, description, servings, preparationTime, instructions } = change
  const fields: Fields = { name, description, servings, preparationTime, instructions }
  const { after } = await alterRecipe(db, { id, now }, (tx, stored) => {
    const changed = mergeChange(fields, { base, stored, labels: RECIPE_LABELS })
    const { preparationTime: preparation_minutes, ...same } = changed
    return updateRecipeRow(tx, id, { ...same, preparation_minutes, updated_at: now.toISOString() })
  })
  return after
}

export function createRecipe(db: Db, draft: RecipeDraft, now: Date): Promise<Recipe> {
  return write(db, async (tx) => {
    const id = await insertRecipe(tx, draft.recipeData, now)
    for (const ingredient of draft.ingredients) await insertIngredient(tx, id, ingredient)
    const created = await requireRecipe(tx, id)
    await recordChange(
      tx,
      { action: 'created', subject: `recipe:${id}`, before: null, after: created },
      now,
    )
    return created
  })
}

/** Removes a recipe, its ingredients and its link to a product. @throws Refusal 'not-found' */
export function deleteRecipe(db: Db, id: number, now: Date): Promise<void> {
  return write(db, async (tx) => {
    await updateRecipeRow(tx, id, { updated_at: now.toISOString() })
    const before = await requireRecipe(tx, id)
    await deleteRecipeRow(tx, id)
    await recordChange(tx, { action: 'deleted', subject: `recipe:${id}`, before, after: null }, now)
  })
}

/** In place of any earlier product. @throws Refusal 'not-found' */
export async function linkProduct(
  db: Db,
  id: number,
  link: ProductLink,
  now: Date,
): Promise<Recipe> {
  const { after } = await alterRecipe(db, { id, now }, async (tx) => {
    if (!(await lockLinkedProduct(tx, link.productId)))
      throw new Refusal('not-found', `There is no product #${link.productId}.`, {
        field: 'productId',
      })
    await replaceLink(tx, id, link)
  })
  return after
}

/** @throws Refusal 'not-found', also when it was made for no product */
export async function unlinkProduct(db: Db, id: number, now: Date): Promise<void> {
  await alterRecipe(db, { id, now }, async (tx, { product }) => {
    if (!product) throw new Refusal('not-found', 'This recipe is not linked to a product.')
    await deleteLinkRow(tx, id)
  })
}

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
