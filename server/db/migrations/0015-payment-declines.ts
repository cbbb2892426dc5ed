import { type Kysely, sql } from 'kysely'

/** How often a payment's card was declined, as far as the shop has counted. */
export async function countDeclines(tx: Kysely<never>): Promise<void> {
  await sql.raw('alter table payments add column declines integer not null default 0').execute(tx)
}
