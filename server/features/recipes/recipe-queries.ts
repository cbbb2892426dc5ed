import type { Insertable, Selectable } from 'kysely'
import type { ProductLink } from '#contract/recipes/recipes.ts'
import { nameKey } from '#contract/text/visible-text.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'

export type RecipeRow = Selectable<Tables['recipes']>
export type IngredientRow = Selectable<Tables['recipe_ingredients']>
export type PriceRow = Selectable<Tables['ingredient_prices']>
export type LinkRow = Selectable<Tables['recipe_products']>

export function listLinkRows(db: Db): Promise<LinkRow[]> {
  return db
    .selectFrom('recipe_products')
    .innerJoin('products', 'products.id', 'recipe_products.product_id')
    .selectAll('recipe_products')
    .where('products.deleted_at', 'is', null)
    .execute()
}

/** Locks all recipes and prices: concurrent changes could close a cycle or break a conversion. */
export async function lockKitchen(tx: Db): Promise<void> {
  await tx.selectFrom('recipes').select('id').orderBy('id').forUpdate().execute()
  await tx.selectFrom('ingredient_prices').select('id').orderBy('id').forUpdate().execute()
}

export async function insertRecipe(tx: Db, row: Insertable<Tables['recipes']>): Promise<number> {
  return (await tx.insertInto('recipes').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function insertIngredientRow(
  tx: Db,
  row: Insertable<Tables['recipe_ingredients']>,
): Promise<number> {
  return (
    await tx.insertInto('recipe_ingredients').values(row).returning('id').executeTakeFirstOrThrow()
  ).id
}

export async function replaceLink(
  tx: Db,
  recipeId: number,
  { productId, unitsPerBatch }: ProductLink,
): Promise<void> {
  const to = { product_id: productId, units_per_batch: unitsPerBatch }
  await tx
    .insertInto('recipe_products')
    .values({ recipe_id: recipeId, ...to })
    .onConflict((known) => known.column('recipe_id').doUpdateSet(to))
    .execute()
}

export async function listRecipeNames(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('recipes').select('name').execute()
  return rows.map(({ name }) => name).sort((one, other) => one.localeCompare(other, 'en'))
}

export function listPriceRows(db: Db): Promise<PriceRow[]> {
  return db.selectFrom('ingredient_prices').selectAll().orderBy('name_key').execute()
}

export function findPriceRow(db: Db, by: { id: number } | { name: string }) {
  const all = db.selectFrom('ingredient_prices').selectAll()
  const one =
    'id' in by ? all.where('id', '=', by.id) : all.where('name_key', '=', nameKey(by.name))
  return one.executeTakeFirst()
}

export async function listTypedLines(db: Db, name: string): Promise<IngredientRow[]> {
  const rows = await db
    .selectFrom('recipe_ingredients')
    .selectAll()
    .where('price_id', 'is', null)
    .where('sub_recipe_id', 'is', null)
    .orderBy('id')
    .execute()
  return rows.filter((row) => nameKey(row.name) === nameKey(name))
}

export async function listUsers(
  db: Db,
  column: 'price_id' | 'sub_recipe_id',
  id: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('recipe_ingredients')
    .innerJoin('recipes', 'recipes.id', 'recipe_ingredients.recipe_id')
    .select('recipes.name')
    .distinct()
    .where(`recipe_ingredients.${column}`, '=', id)
    .orderBy('recipes.name')
    .execute()
  return rows.map(({ name }) => name)
}

export async function renameLines(tx: Db, { column, id, from, to }: Renaming): Promise<void> {
  await tx
    .updateTable('recipe_ingredients')
    .set({ name: to })
    .where(column, '=', id)
    .where('name', '=', from)
    .execute()
}

type Renaming = { column: 'price_id' | 'sub_recipe_id'; id: number; from: string; to: string }
