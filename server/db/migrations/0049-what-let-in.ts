import { type Kysely, sql } from 'kysely'

/**
 * What let in whoever was granted a phone of the stall or added a passkey, so that it ends with that;
 * and which kinds of commands a command undoes. Null in older rows: unknown, and any kind.
 */
export async function addWhatLetIn(tx: Kysely<never>): Promise<void> {
  for (const statement of [
    `alter table stall_grants add column session_id_hash text`,
    `alter table stall_grants add column device_secret_hash text`,
    `alter table passkeys add column device_secret_hash text`,
    `alter table voids add column kinds text`,
  ])
    await sql.raw(statement).execute(tx)
}
