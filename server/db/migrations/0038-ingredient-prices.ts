import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** The farm's price list of packages, and lines of recipes that follow it or another recipe. */
export async function addIngredientPrices(tx: Kysely<never>, { id }: ColumnWords): Promise<void> {
  for (const statement of [
    `create table ingredient_prices (
      id ${id},
      name text not null,
      name_key text not null unique,
      package_thousandths integer not null check (package_thousandths between 1 and 100000000),
      package_unit text not null,
      package_cents integer not null check (package_cents between 0 and 10000000),
      measure_thousandths integer check (measure_thousandths between 1 and 100000000),
      measure_unit text,
      weight_thousandths integer check (weight_thousandths between 1 and 100000000),
      weight_unit text,
      created_at text not null,
      updated_at text not null
    )`,
    `alter table recipes add column batch_thousandths integer
      check (batch_thousandths between 1 and 100000000)`,
    `alter table recipes add column batch_unit text`,
    `alter table recipe_ingredients add column is_packaging integer not null default 0
      check (is_packaging in (0, 1))`,
    `alter table recipe_ingredients add column price_id integer references ingredient_prices (id)`,
    `alter table recipe_ingredients add column sub_recipe_id integer references recipes (id)`,
    `create index ingredients_of_price on recipe_ingredients (price_id)
      where price_id is not null`,
    `create index ingredients_of_sub_recipe on recipe_ingredients (sub_recipe_id)
      where sub_recipe_id is not null`,
  ]) {
    await sql.raw(statement).execute(tx)
  }
}
