import { toCents } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'
import { listRecipes } from '#server/features/recipes/find-recipe.ts'

/** What so many units of a product cost to make, in cents, by its recipe at today's prices. */
export type UnitCosts = ReadonlyMap<number, (units: number) => number>

export async function readUnitCosts(db: Db): Promise<UnitCosts> {
  const costs = new Map<number, (units: number) => number>()
  for (const { product, costCalculation } of await listRecipes(db)) {
    if (!product) continue
    const batch = toCents(costCalculation.totalCost)
    costs.set(product.productId, (units) => Math.round((batch * units) / product.unitsPerBatch))
  }
  return costs
}
