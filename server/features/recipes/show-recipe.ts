import { toDollars } from '#contract/money.ts'
import { toQuantity } from '#contract/quantity.ts'
import { costOfOne, totalCost } from '#contract/recipe-cost.ts'
import type { Ingredient, Recipe } from '#contract/recipe-shapes.ts'
import type { IngredientRow, LinkRow, RecipeRow } from './recipe-queries.ts'

export function showRecipe(row: RecipeRow, ingredients: IngredientRow[], link: LinkRow | undefined): Recipe {
  const lines = ingredients.map(({ quantity_thousandths, unit_cents }) => ({
    quantity: quantity_thousandths,
    costPerUnit: unit_cents,
  }))
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    servings: row.servings,
    preparationTime: row.preparation_minutes,
    instructions: row.instructions,
    ingredients: ingredients.map(showIngredient),
    costCalculation: {
      totalCost: toDollars(totalCost(lines)),
      costPerServing: toDollars(costOfOne(lines, row.servings)),
    },
    product: link ? { productId: link.product_id, unitsPerBatch: link.units_per_batch } : null,
  }
}

function showIngredient({ id, name, quantity_thousandths, unit, unit_cents, notes }: IngredientRow): Ingredient {
  return { id, name, quantity: toQuantity(quantity_thousandths), unit, costPerUnit: toDollars(unit_cents), notes }
}
