import { type Kysely, sql } from 'kysely'

export async function flagDisputes(tx: Kysely<never>): Promise<void> {
  await sql.raw('alter table orders add column disputed_at text').execute(tx)
}
