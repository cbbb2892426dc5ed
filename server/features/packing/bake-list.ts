import type { BakeList } from '#contract/packing/packing-lists.ts'
import { fraction } from '#contract/recipes/fraction.ts'
import type { Db } from '#server/db/write.ts'
import { amountsOf, showAmounts } from '#server/features/recipes/batch-amounts.ts'
import { loadKitchenRows } from '#server/features/recipes/load-kitchen.ts'
import { listPlaces } from './box-queries.ts'
import { type ListRequest, listNeeds, listProducts, readScope } from './list-scope.ts'

export async function listToBake(db: Db, request: ListRequest): Promise<BakeList> {
  const scope = await readScope(db, request)
  const needs = new Map<number, number>()
  for (const { productId, units } of await listNeeds(db, scope))
    needs.set(productId, (needs.get(productId) ?? 0) + units)
  const recipes = await listRecipesOf(db, needs)
  return {
    day: scope.day,
    places: await listPlaces(db, scope),
    recipes: recipes.map(({ raw: _, ...recipe }) => recipe),
    ingredients: showAmounts(recipes.flatMap(({ raw }) => raw)).sort(byNameAndUnit),
  }
}

async function listRecipesOf(db: Db, needs: ReadonlyMap<number, number>) {
  const links = await listLinks(db, [...needs.keys()])
  if (links.length === 0) return []
  const kitchen = await loadKitchenRows(db)
  const names = new Map(kitchen.recipes.map(({ id, name }) => [id, name]))
  const products = new Map((await listProducts(db, [...needs.keys()])).map((one) => [one.id, one]))
  const byProduct = Map.groupBy(links, ({ product_id }) => product_id)
  return [...byProduct]
    .flatMap(([productId, [link, ...others]]) => {
      if (!link) return []
      const need = needs.get(productId) ?? 0
      const batches = Math.ceil(need / link.units_per_batch)
      const { own, raw } = amountsOf(kitchen, link.recipe_id, fraction(BigInt(batches)))
      return [
        {
          recipeId: link.recipe_id,
          name: names.get(link.recipe_id) ?? '',
          productId,
          productName: products.get(productId)?.name ?? '',
          need,
          unitsPerBatch: link.units_per_batch,
          batches,
          ingredients: showAmounts(own),
          raw,
          others: others.map(({ recipe_id }) => names.get(recipe_id) ?? ''),
        },
      ]
    })
    .sort((one, other) => one.name.localeCompare(other.name, 'en') || one.recipeId - other.recipeId)
}

function listLinks(db: Db, productIds: readonly number[]) {
  return db
    .selectFrom('recipe_products')
    .selectAll()
    .where('product_id', 'in', productIds)
    .orderBy('recipe_id')
    .execute()
}

type Shown = BakeList['ingredients'][number]

function byNameAndUnit(one: Shown, other: Shown): number {
  return one.name.localeCompare(other.name, 'en') || one.unit.localeCompare(other.unit)
}
