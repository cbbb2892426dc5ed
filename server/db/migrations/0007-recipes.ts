import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** The farm's recipes, what goes into them, and the products they are made for. */
export async function addRecipes(tx: Kysely<never>, { id }: ColumnWords): Promise<void> {
  for (const statement of [
    `create table recipes (
      id ${id},
      name text not null,
      description text not null,
      servings integer not null check (servings >= 1),
      preparation_minutes integer check (preparation_minutes >= 0),
      instructions text not null,
      created_at text not null,
      updated_at text not null
    )`,
    `create table recipe_ingredients (
      id ${id},
      recipe_id integer not null references recipes (id) on delete cascade,
      name text not null,
      quantity_thousandths integer not null check (quantity_thousandths between 0 and 100000000),
      unit text not null,
      unit_cents integer not null check (unit_cents between 0 and 10000000),
      notes text
    )`,
    `create index ingredients_of_recipe on recipe_ingredients (recipe_id)`,
    `create table recipe_products (
      recipe_id integer primary key references recipes (id) on delete cascade,
      product_id integer not null references products (id) on delete cascade,
      units_per_batch integer not null check (units_per_batch >= 1)
    )`,
    `create index recipes_of_product on recipe_products (product_id)`,
  ]) {
    await sql.raw(statement).execute(tx)
  }
}
