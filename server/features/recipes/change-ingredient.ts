import { formatDollars, toCents } from '#contract/money.ts'
import { toThousandths } from '#contract/quantity.ts'
import type { Ingredient, IngredientChange } from '#contract/recipe-shapes.ts'
import { type FieldLabel, mergeChange } from '#server/core/merge-change.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { alterRecipeOfIngredient } from './alter-recipe.ts'
import { requireIngredient } from './find-recipe.ts'
import { updateIngredientRow } from './recipe-queries.ts'

type Fields = Omit<IngredientChange, 'id' | 'base'>

const INGREDIENT_LABELS: Record<string, FieldLabel> = {
  name: { name: 'name' },
  quantity: { name: 'quantity' },
  unit: { name: 'unit' },
  costPerUnit: { name: 'cost per unit', format: (cost) => formatDollars(toCents(Number(cost))) },
  notes: { name: 'notes field' },
}

/**
 * Changes what is given of an ingredient, or with `base` what differs from it, and leaves the rest.
 * @throws Refusal 'not-found', 'invalid', 'changed-meanwhile'
 */
export async function changeIngredient(db: Db, id: number, change: IngredientChange, now: Date): Promise<Ingredient> {
  const { id: claimed, base, ...fields } = change
  if (claimed !== undefined && claimed !== id)
    throw new Refusal('invalid', 'The id does not match the address.', { field: 'id' })
  const { after } = await alterRecipeOfIngredient(db, { id, now }, (tx, before) => {
    const shown = requireIngredient(before, id)
    const changed = mergeChange(fields, { base, stored: inside(shown), shown, labels: INGREDIENT_LABELS })
    return updateIngredientRow(tx, id, { name: shown.name, ...columnsOf(changed) })
  })
  return requireIngredient(after, id)
}

function inside({ quantity, costPerUnit, ...same }: Ingredient) {
  return { ...same, quantity: toThousandths(quantity), costPerUnit: toCents(costPerUnit) }
}

function columnsOf({ name, quantity, unit, costPerUnit, notes }: Fields) {
  return {
    ...(name === undefined ? {} : { name }),
    ...(quantity === undefined ? {} : { quantity_thousandths: quantity }),
    ...(unit === undefined ? {} : { unit }),
    ...(costPerUnit === undefined ? {} : { unit_cents: costPerUnit }),
    ...(notes === undefined ? {} : { notes }),
  }
}
