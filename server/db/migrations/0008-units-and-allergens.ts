import { type Kysely, sql } from 'kysely'

/** What a product's price is for, and what is in it that some must not eat. */
export async function unitsAndAllergens(tx: Kysely<never>): Promise<void> {
  for (const column of ['unit', 'allergens'])
    await sql.raw(`alter table products add column ${column} text`).execute(tx)
}
