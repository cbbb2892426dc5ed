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
import { shareOfBatch } from '#contract/recipes/recipe-cost.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import { type KitchenRows, kitchenOf } from './load-kitchen.ts'

type Amount = { name: string; unit: RecipeUnit; thousandths: Fraction }

/** Ingredients without labor: `own` as the recipe names them, `raw` with its recipes expanded. */
export function amountsOf(
  rows: KitchenRows,
  recipeId: number,
  batches: Fraction,
): { own: Amount[]; raw: Amount[] } {
  const { recipes } = kitchenOf(rows)
  const [own, raw]: [Amount[], Amount[]] = [[], []]
  for (const line of rows.lines) {
    const unit = RECIPE_UNITS.find((one) => one === line.unit)
    if (line.recipe_id !== recipeId || !unit) continue
    const thousandths = times(batches, fraction(BigInt(line.quantity_thousandths)))
    own.push({ name: line.name, unit, thousandths })
    const used = line.sub_recipe_id === null ? undefined : recipes.get(line.sub_recipe_id)
    const share = used && shareOfBatch(used, unit)
    if (line.sub_recipe_id === null || !share) raw.push({ name: line.name, unit, thousandths })
    else {
      const parts = times(times(share, thousandths), fraction(1n, 1000n))
      raw.push(...amountsOf(rows, line.sub_recipe_id, parts).raw)
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
