import { type Kysely, sql } from 'kysely'

/** Which device did what at the desk, from which network; and the devices that have signed in before. */
export async function whoWasAtTheDesk(tx: Kysely<never>): Promise<void> {
  for (const statement of [
    'alter table audit add column device text',
    'alter table audit add column address text',
    'alter table admin_sessions add column device text',
    'alter table admin_sessions add column address text',
    'alter table admin_sessions add column device_hash text',
    `create table known_devices (
      id_hash text primary key,
      seen_at text not null,
      expires_at text not null
    )`,
  ]) {
    await sql.raw(statement).execute(tx)
  }
}
