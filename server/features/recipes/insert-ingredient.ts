import type { IngredientDraft } from '#contract/ingredient-shapes.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { findKitchenFault } from './check-kitchen.ts'
import { findSource } from './line-source.ts'
import { insertIngredientRow } from './recipe-queries.ts'

/** Its number. @throws Refusal 'invalid' */
export async function insertIngredient(
  tx: Db,
  { recipeId, draft, now }: { recipeId: number; draft: IngredientDraft; now: Date },
): Promise<number> {
  const { name, quantity, unit, notes, isPackaging = false } = draft
  return insertIngredientRow(tx, {
    recipe_id: recipeId,
    name,
    quantity_thousandths: quantity,
    unit,
    notes,
    is_packaging: isPackaging ? 1 : 0,
    ...(await findSource(tx, draft, now)),
  })
}

/** @throws Refusal 'invalid' at the field of the line that is wrong */
export async function insertIngredients(
  tx: Db,
  { recipeId, drafts, now }: { recipeId: number; drafts: readonly IngredientDraft[]; now: Date },
): Promise<void> {
  const ids: number[] = []
  for (const [index, draft] of drafts.entries()) {
    ids.push(await atLine(index, () => insertIngredient(tx, { recipeId, draft, now })))
  }
  const fault = await findKitchenFault(tx)
  if (!fault) return
  const index = ids.indexOf(fault.line.id)
  const field = index < 0 ? {} : { field: `ingredients.${index}.${fault.field}` }
  throw new Refusal('invalid', fault.message, field)
}

/** A refusal of one line names its field in the whole recipe. */
async function atLine<Result>(index: number, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const field = `ingredients.${index}.${error.field ?? 'name'}`
    throw new Refusal(error.code, error.message, { field })
  }
}
