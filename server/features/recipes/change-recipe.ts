import type { Recipe, RecipeChange } from '#contract/recipe-shapes.ts'
import type { Db } from '#server/db/tables.ts'
import { Refusal } from '#server/http/errors.ts'
import { alterRecipe } from './alter-recipe.ts'
import { updateRecipeRow } from './recipe-queries.ts'

/** Changes what is given and leaves the rest, its ingredients and its product always. @throws Refusal 'not-found', 'invalid' */
export async function changeRecipe(db: Db, id: number, change: RecipeChange, now: Date): Promise<Recipe> {
  if (change.id !== undefined && change.id !== id)
    throw new Refusal('invalid', 'The id does not match the address.', { field: 'id' })
  const { after } = await alterRecipe(db, { id, now }, (tx) =>
    updateRecipeRow(tx, id, { ...columnsOf(change), updated_at: now.toISOString() }),
  )
  return after
}

function columnsOf({ name, description, servings, preparationTime, instructions }: RecipeChange) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(servings === undefined ? {} : { servings }),
    ...(preparationTime === undefined ? {} : { preparation_minutes: preparationTime }),
    ...(instructions === undefined ? {} : { instructions }),
  }
}
