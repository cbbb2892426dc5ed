import { toDollars } from '#contract/money.ts'
import { toQuantity } from '#contract/quantity.ts'
import { costOfOne, totalCost } from '#contract/recipe-cost.ts'
import type { Ingredient, Recipe } from '#contract/recipe-shapes.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import {
  type IngredientRow,
  type LinkRow,
  listIngredientRows,
  listLinkRows,
  listRecipeRows,
  type RecipeRow,
} from './recipe-queries.ts'

export async function listRecipes(db: Db): Promise<Recipe[]> {
  const rows = await listRecipeRows(db)
  const ingredients = Map.groupBy(await listIngredientRows(db), (row) => row.recipe_id)
  const links = new Map((await listLinkRows(db)).map((row) => [row.recipe_id, row]))
  return rows
    .map((row) => showRecipe(row, ingredients.get(row.id) ?? [], links.get(row.id)))
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.id - other.id)
}

/** The recipe of a number. @throws Refusal 'not-found' */
export async function requireRecipe(db: Db, id: number): Promise<Recipe> {
  const [row] = await listRecipeRows(db, id)
  if (!row) throw new Refusal('not-found', `There is no recipe #${id}.`)
  const [link] = await listLinkRows(db, id)
  return showRecipe(row, await listIngredientRows(db, id), link)
}

export function requireIngredient(recipe: Recipe, id: number): Ingredient {
  const found = recipe.ingredients.find((ingredient) => ingredient.id === id)
  if (!found) throw new Refusal('not-found', `There is no ingredient #${id}.`)
  return found
}

function showRecipe(
  row: RecipeRow,
  ingredients: IngredientRow[],
  link: LinkRow | undefined,
): Recipe {
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

function showIngredient({
  id,
  name,
  quantity_thousandths,
  unit,
  unit_cents,
  notes,
}: IngredientRow): Ingredient {
  return {
    id,
    name,
    quantity: toQuantity(quantity_thousandths),
    unit,
    costPerUnit: toDollars(unit_cents),
    notes,
  }
}
