import type { Insertable, Updateable } from 'kysely'
import { nameKey } from '#contract/visible-text.ts'
import type { IngredientPricesTable } from '#server/db/tables/recipes.ts'
import type { Db } from '#server/db/tables.ts'
import type { IngredientRow, PriceRow } from './recipe-queries.ts'

export function listPriceRows(db: Db): Promise<PriceRow[]> {
  return db.selectFrom('ingredient_prices').selectAll().orderBy('name_key').execute()
}

export function findPriceRow(db: Db, by: { id: number } | { name: string }) {
  const all = db.selectFrom('ingredient_prices').selectAll()
  const one =
    'id' in by ? all.where('id', '=', by.id) : all.where('name_key', '=', nameKey(by.name))
  return one.executeTakeFirst()
}

/** Null when there is one of this name. */
export async function insertPrice(
  tx: Db,
  row: Insertable<IngredientPricesTable>,
): Promise<PriceRow | null> {
  const inserted = await tx
    .insertInto('ingredient_prices')
    .values(row)
    .onConflict((known) => known.column('name_key').doNothing())
    .returningAll()
    .executeTakeFirst()
  return inserted ?? null
}

export async function countPrices(db: Db): Promise<number> {
  const row = await db
    .selectFrom('ingredient_prices')
    .select(({ fn }) => fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow()
  return Number(row.all)
}

export async function updatePriceRow(
  tx: Db,
  id: number,
  change: Updateable<IngredientPricesTable>,
): Promise<void> {
  await tx.updateTable('ingredient_prices').set(change).where('id', '=', id).execute()
}

export async function deletePriceRow(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('ingredient_prices').where('id', '=', id).execute()
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

/** Lines that bear the name of what they follow bear its new one. */
export async function renameLines(tx: Db, { column, id, from, to }: Renaming): Promise<void> {
  await tx
    .updateTable('recipe_ingredients')
    .set({ name: to })
    .where(column, '=', id)
    .where('name', '=', from)
    .execute()
}

type Renaming = { column: 'price_id' | 'sub_recipe_id'; id: number; from: string; to: string }
