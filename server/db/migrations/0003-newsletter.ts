import { type Kysely, sql } from 'kysely'

/** Who wants the newsletter, when they said so, and to which words. */
export async function addNewsletter(tx: Kysely<never>): Promise<void> {
  await sql`create table subscribers (
    email_key text primary key,
    email text not null,
    consent text not null,
    subscribed_at text not null
  )`.execute(tx)
}
