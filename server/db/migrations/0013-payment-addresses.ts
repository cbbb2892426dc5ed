import { type Kysely, sql } from 'kysely'

/** Open payments are counted by the address they were begun from. */
export async function addPaymentAddresses(tx: Kysely<never>): Promise<void> {
  await sql.raw('alter table payments add column address_key text').execute(tx)
  await sql
    .raw(`create index payments_of_address on payments (address_key) where state in ('creating', 'open')`)
    .execute(tx)
}
