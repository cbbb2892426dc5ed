import { type Ingredient, type IngredientDraft, MAX_INGREDIENTS } from '#contract/recipe-shapes.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { alterRecipe } from './alter-recipe.ts'
import { requireIngredient } from './find-recipe.ts'
import { insertIngredient } from './recipe-queries.ts'

/** Adds an ingredient at the end of a recipe. @throws Refusal 'not-found', 'invalid' when the recipe is full */
export async function addIngredient(db: Db, recipeId: number, draft: IngredientDraft, now: Date): Promise<Ingredient> {
  const { after, result } = await alterRecipe(db, { id: recipeId, now }, (tx, before) => {
    if (before.ingredients.length >= MAX_INGREDIENTS)
      throw new Refusal('invalid', `A recipe has at most ${MAX_INGREDIENTS} ingredients.`)
    return insertIngredient(tx, recipeId, draft)
  })
  return requireIngredient(after, result)
}
