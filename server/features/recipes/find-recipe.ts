import type { Ingredient, Recipe } from '#contract/recipe-shapes.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { listIngredientRows, listLinkRows, listRecipeRows } from './recipe-queries.ts'
import { showRecipe } from './show-recipe.ts'

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
