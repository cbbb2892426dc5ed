import type { BakeList } from '#contract/packing-lists.ts'
import { type Thousandths, toQuantity } from '#contract/quantity.ts'
import { scaledQuantity } from '#contract/recipe-cost.ts'
import type { RecipeUnit } from '#contract/recipe-shapes.ts'
import type { Db } from '#server/db/tables.ts'
import {
  type IngredientRow,
  listIngredientRows,
  listRecipeRows,
} from '#server/features/recipes/recipe-queries.ts'
import { listPlaces } from './box-queries.ts'
import { listNeeds, listProducts } from './harvest-queries.ts'
import { type ListRequest, readScope } from './list-scope.ts'

type Amount = { name: string; unit: RecipeUnit; quantity: Thousandths }

/** Whole batches of the recipes of what was ordered, and all that goes into them. */
export async function listToBake(db: Db, request: ListRequest): Promise<BakeList> {
  const scope = await readScope(db, request)
  const needs = new Map<number, number>()
  for (const { productId, units } of await listNeeds(db, scope))
    needs.set(productId, (needs.get(productId) ?? 0) + units)
  const recipes = await listRecipesOf(db, needs)
  const all = recipes.flatMap(({ amounts }) => amounts)
  return {
    day: scope.day,
    places: await listPlaces(db, scope),
    recipes: recipes.map(({ amounts, ...recipe }) => ({
      ...recipe,
      ingredients: amounts.map(showAmount),
    })),
    ingredients: addUp(all).sort(byNameAndUnit).map(showAmount),
  }
}

/** The recipe of the lowest number for each product that one makes, by its name. */
async function listRecipesOf(db: Db, needs: ReadonlyMap<number, number>) {
  const links = await listLinks(db, [...needs.keys()])
  if (links.length === 0) return []
  const names = new Map((await listRecipeRows(db)).map(({ id, name }) => [id, name]))
  const ingredients = Map.groupBy(await listIngredientRows(db), (row) => row.recipe_id)
  const products = new Map((await listProducts(db, [...needs.keys()])).map((one) => [one.id, one]))
  const byProduct = Map.groupBy(links, ({ product_id }) => product_id)
  return [...byProduct]
    .flatMap(([productId, [link, ...others]]) => {
      if (!link) return []
      const need = needs.get(productId) ?? 0
      const batches = Math.ceil(need / link.units_per_batch)
      const own = ingredients.get(link.recipe_id) ?? []
      return [
        {
          recipeId: link.recipe_id,
          name: names.get(link.recipe_id) ?? '',
          productId,
          productName: products.get(productId)?.name ?? '',
          need,
          unitsPerBatch: link.units_per_batch,
          batches,
          amounts: addUp(own.map((row) => amountOf(row, batches))),
          others: others.map(({ recipe_id }) => names.get(recipe_id) ?? ''),
        },
      ]
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.recipeId - other.recipeId)
}

async function listLinks(db: Db, productIds: readonly number[]) {
  if (productIds.length === 0) return []
  return db
    .selectFrom('recipe_products')
    .selectAll()
    .where('product_id', 'in', productIds)
    .orderBy('recipe_id')
    .execute()
}

function amountOf({ name, unit, quantity_thousandths }: IngredientRow, batches: number): Amount {
  return {
    name,
    unit,
    quantity: scaledQuantity(quantity_thousandths, { servings: batches, of: 1 }),
  }
}

/** One line for each name and unit; cups and pounds of one thing stay apart. */
function addUp(amounts: readonly Amount[]): Amount[] {
  const sums = new Map<string, Amount>()
  for (const amount of amounts) {
    const key = `${amount.unit} ${amount.name.toLowerCase()}`
    const before = sums.get(key)
    const quantity = ((before?.quantity ?? 0) + amount.quantity) as Thousandths
    sums.set(key, { ...(before ?? amount), quantity })
  }
  return [...sums.values()]
}

function byNameAndUnit(one: Amount, other: Amount): number {
  return one.name.localeCompare(other.name, 'en') || one.unit.localeCompare(other.unit)
}

function showAmount({ name, unit, quantity }: Amount) {
  return { name, unit, quantity: toQuantity(quantity) }
}
