import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** Passkeys, what browsers were asked to sign, and which passkey opened a session. */
export async function addPasskeys(tx: Kysely<never>, { id }: ColumnWords): Promise<void> {
  for (const statement of [
    `create table passkeys (
      id ${id},
      person_id integer not null references people (id),
      rp_id text not null,
      credential_id text not null unique,
      public_key text not null,
      counter bigint not null check (counter >= 0),
      transports text not null,
      label text not null check (label <> ''),
      added_at text not null,
      used_at text,
      stopped_at text
    )`,
    `create index passkeys_of_person on passkeys (person_id)`,
    `create table passkey_challenges (
      id_hash text primary key,
      challenge text not null,
      person_id integer references people (id),
      expires_at text not null
    )`,
    `create index passkey_challenges_by_end on passkey_challenges (expires_at)`,
    `alter table admin_sessions add column passkey_id integer`,
  ])
    await sql.raw(statement).execute(tx)
}
