import type { Recipe, RecipeChange } from '#contract/recipe-shapes.ts'
import { type FieldLabel, mergeChange } from '#server/core/merge-change.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { alterRecipe } from './alter-recipe.ts'
import { updateRecipeRow } from './recipe-queries.ts'

type Fields = Pick<RecipeChange, 'name' | 'description' | 'servings' | 'preparationTime' | 'instructions'>

const RECIPE_LABELS: Record<string, FieldLabel> = {
  name: { name: 'name' },
  description: { name: 'description' },
  servings: { name: 'number of servings' },
  preparationTime: { name: 'preparation time' },
  instructions: { name: 'instructions field' },
}

/**
 * Changes what is given, or with `base` what differs from it, and leaves the rest, its ingredients and its product always.
 * @throws Refusal 'not-found', 'invalid', 'changed-meanwhile'
 */
export async function changeRecipe(db: Db, id: number, change: RecipeChange, now: Date): Promise<Recipe> {
  if (change.id !== undefined && change.id !== id)
    throw new Refusal('invalid', 'The id does not match the address.', { field: 'id' })
  const { base, name, description, servings, preparationTime, instructions } = change
  const fields: Fields = { name, description, servings, preparationTime, instructions }
  const { after } = await alterRecipe(db, { id, now }, (tx, stored) => {
    const changed = mergeChange(fields, { base, stored, labels: RECIPE_LABELS })
    return updateRecipeRow(tx, id, { ...columnsOf(changed), updated_at: now.toISOString() })
  })
  return after
}

function columnsOf({ name, description, servings, preparationTime, instructions }: Fields) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(servings === undefined ? {} : { servings }),
    ...(preparationTime === undefined ? {} : { preparation_minutes: preparationTime }),
    ...(instructions === undefined ? {} : { instructions }),
  }
}
