import { costedLines, totalCost } from '#contract/recipes/recipe-cost.ts'
import type { Db } from '#server/db/tables.ts'
import { listRecipes } from '#server/features/recipes/find-recipe.ts'

/** What so many units of a product cost to make, in cents, at today's prices; of several recipes by the dearest. */
export type UnitCosts = ReadonlyMap<number, (units: number) => number>

export async function readUnitCosts(db: Db): Promise<UnitCosts> {
  const made = (await listRecipes(db)).flatMap(({ product, ingredients }) =>
    product ? [{ ...product, lines: costedLines(ingredients) }] : [],
  )
  const costs = [...Map.groupBy(made, ({ productId }) => productId)].map(([productId, recipes]) => {
    const costOf = (units: number) =>
      Math.max(
        ...recipes.map(({ lines, unitsPerBatch }) =>
          totalCost(lines, { servings: units, of: unitsPerBatch }),
        ),
      )
    return [productId, costOf] as const
  })
  return new Map(costs)
}
