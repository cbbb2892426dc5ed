import { type Kysely, sql } from 'kysely'

/** A dispute of a charge is flagged on its order. */
export async function flagDisputes(tx: Kysely<never>): Promise<void> {
  await sql.raw('alter table orders add column disputed_at text').execute(tx)
}
