import { type Kysely, sql } from 'kysely'

export async function unitsAndAllergens(tx: Kysely<never>): Promise<void> {
  for (const column of ['unit', 'allergens'])
    await sql.raw(`alter table products add column ${column} text`).execute(tx)
}
