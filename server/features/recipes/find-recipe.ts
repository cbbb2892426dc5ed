import { type Cents, toDollars } from '#contract/money/money.ts'
import { toQuantity } from '#contract/products/quantity.ts'
import { dividedBy, formatFraction, fraction, toNumber } from '#contract/recipes/fraction.ts'
import type { Ingredient } from '#contract/recipes/ingredient-shapes.ts'
import { costsOf } from '#contract/recipes/kitchen.ts'
import { type CostedLine, costOfOne, totalCost } from '#contract/recipes/recipe-cost.ts'
import type { Recipe } from '#contract/recipes/recipe-shapes.ts'
import { noSuch } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import { type KitchenRows, kitchenOf, loadKitchenRows, loadRecipeRows } from './load-kitchen.ts'
import { type IngredientRow, type LinkRow, listLinkRows, type RecipeRow } from './recipe-queries.ts'

export async function listRecipes(db: Db): Promise<Recipe[]> {
  const rows = await loadKitchenRows(db)
  const show = showing(rows, await listLinkRows(db))
  return rows.recipes
    .map(show)
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.id - other.id)
}

/** @throws Refusal 'not-found' */
export async function requireRecipe(db: Db, id: number): Promise<Recipe> {
  const rows = await loadRecipeRows(db, id)
  const row = rows.recipes.find((recipe) => recipe.id === id)
  if (!row) noSuch(`recipe #${id}`)
  return showing(rows, await listLinkRows(db, id))(row)
}

export function requireIngredient(recipe: Recipe, id: number): Ingredient {
  const found = recipe.ingredients.find((ingredient) => ingredient.id === id)
  if (!found) noSuch(`ingredient #${id}`)
  return found
}

function showing(rows: KitchenRows, links: readonly LinkRow[]) {
  const { linesOf } = costsOf(kitchenOf(rows))
  const byRecipe = Map.groupBy(rows.lines, (line) => line.recipe_id)
  const linkOf = new Map(links.map((link) => [link.recipe_id, link]))
  return (row: RecipeRow): Recipe => {
    const lines = linesOf(row.id) ?? []
    const link = linkOf.get(row.id)
    return {
      ...showFields(row),
      ingredients: (byRecipe.get(row.id) ?? []).map((line, index) =>
        showIngredient(line, lines[index]),
      ),
      costCalculation: {
        totalCost: toDollars(totalCost(lines)),
        costPerServing: toDollars(costOfOne(lines, row.servings)),
      },
      product: link ? { productId: link.product_id, unitsPerBatch: link.units_per_batch } : null,
    }
  }
}

function showFields(row: RecipeRow) {
  const { batch_thousandths: batch, batch_unit: batchUnit } = row
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    servings: row.servings,
    preparationTime: row.preparation_minutes,
    instructions: row.instructions,
    ...(batchUnit && batch !== null ? { batchQuantity: toQuantity(batch), batchUnit } : {}),
  }
}

function showIngredient(row: IngredientRow, line: CostedLine | undefined): Ingredient {
  return {
    id: row.id,
    name: row.name,
    quantity: toQuantity(row.quantity_thousandths),
    unit: row.unit,
    ...showCost(line?.costPerUnit ?? row.unit_cents),
    notes: row.notes,
    ...(row.is_packaging === 1 ? { isPackaging: true } : {}),
    ...(row.price_id === null ? {} : { priceId: row.price_id }),
    ...(row.sub_recipe_id === null ? {} : { recipeId: row.sub_recipe_id }),
  }
}

function showCost(cost: CostedLine['costPerUnit']): Pick<Ingredient, 'costPerUnit' | 'exactCost'> {
  if (typeof cost === 'number') return { costPerUnit: toDollars(cost) }
  return { costPerUnit: costInDollars(cost), exactCost: formatFraction(cost) }
}

/** Cents as unrounded dollars, as responses state them. */
export function costInDollars(cost: Exclude<CostedLine['costPerUnit'], Cents>): number {
  return toNumber(dividedBy(cost, fraction(100n)))
}
