import { type Kysely, sql } from 'kysely'

/** The desk counts the mails that were given up each time it opens; all that were sent are none of its business. */
export async function findGivenUpMails(tx: Kysely<never>): Promise<void> {
  await sql.raw(`create index outbox_given_up on outbox (given_up_at) where given_up_at is not null`).execute(tx)
}
