import type { Ingredient, IngredientChange } from '#contract/recipe-shapes.ts'
import type { Db } from '#server/db/tables.ts'
import { Refusal } from '#server/http/errors.ts'
import { alterRecipeOfIngredient } from './alter-recipe.ts'
import { requireIngredient } from './find-recipe.ts'
import { updateIngredientRow } from './recipe-queries.ts'

/** Changes what is given of an ingredient and leaves the rest. @throws Refusal 'not-found', 'invalid' */
export async function changeIngredient(db: Db, id: number, change: IngredientChange, now: Date): Promise<Ingredient> {
  if (change.id !== undefined && change.id !== id)
    throw new Refusal('invalid', 'The id does not match the address.', { field: 'id' })
  const { after } = await alterRecipeOfIngredient(db, { id, now }, (tx, before) => {
    const { name } = requireIngredient(before, id)
    return updateIngredientRow(tx, id, { name, ...columnsOf(change) })
  })
  return requireIngredient(after, id)
}

function columnsOf({ name, quantity, unit, costPerUnit, notes }: IngredientChange) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(quantity === undefined ? {} : { quantity_thousandths: quantity }),
    ...(unit === undefined ? {} : { unit }),
    ...(costPerUnit === undefined ? {} : { unit_cents: costPerUnit }),
    ...(notes === undefined ? {} : { notes }),
  }
}
