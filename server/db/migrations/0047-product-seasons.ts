import { type Kysely, sql } from 'kysely'

/** The days of every year, as MM-DD, between which a product can be had; none for all the year. */
export async function addProductSeasons(tx: Kysely<never>): Promise<void> {
  for (const statement of COLUMNS) await sql.raw(statement).execute(tx)
}

const COLUMNS = [
  `alter table products add column season_from text`,
  `alter table products add column season_until text
    check ((season_from is null) = (season_until is null))`,
]
