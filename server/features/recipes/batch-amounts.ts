import type { BakeList } from '#contract/packing/packing-lists.ts'
import { type Thousandths, toQuantity } from '#contract/products/quantity.ts'
import { RECIPE_UNITS, type RecipeUnit } from '#contract/products/units.ts'
import {
  addFractions,
  type Fraction,
  fraction,
  roundHalfUp,
  times,
} from '#contract/recipes/fraction.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { type KitchenRows, shareOf } from './load-kitchen.ts'

type Amount = { name: string; unit: RecipeUnit; thousandths: Fraction }

/** Ingredients without labor: `own` as the recipe names them, `raw` with its recipes expanded. */
export function amountsOf(
  rows: KitchenRows,
  recipeId: number,
  batches: Fraction,
): { own: Amount[]; raw: Amount[] } {
  const [own, raw]: [Amount[], Amount[]] = [[], []]
  for (const line of rows.lines) {
    const unit = RECIPE_UNITS.find((one) => one === line.unit)
    if (line.recipe_id !== recipeId || !unit) continue
    const thousandths = times(batches, fraction(BigInt(line.quantity_thousandths)))
    own.push({ name: line.name, unit, thousandths })
    const used = rows.recipes.find(({ id }) => id === line.sub_recipe_id)
    const share = used && shareOf(used, unit)
    if (!used || !share) raw.push({ name: line.name, unit, thousandths })
    else {
      const parts = times(times(share, thousandths), fraction(1n, 1000n))
      raw.push(...amountsOf(rows, used.id, parts).raw)
    }
  }
  return { own, raw }
}

export function showAmounts(amounts: readonly Amount[]): BakeList['ingredients'] {
  const byName = Map.groupBy(amounts, ({ unit, name }) => `${unit} ${nameKey(name)}`)
  return [...byName.values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const sum = Number(roundHalfUp(addFractions(same.map(({ thousandths }) => thousandths))))
    return [{ name: first.name, unit: first.unit, quantity: toQuantity(sum as Thousandths) }]
  })
}
