import { type Kysely, sql } from 'kysely'

/** Questions to the helper are counted by the address they come from. */
export async function addQuestionAddresses(tx: Kysely<never>): Promise<void> {
  await sql.raw('alter table questions add column address_key text').execute(tx)
}
