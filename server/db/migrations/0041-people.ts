import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/**
 * The farmer and helpers, the phones that were linked for them, and who did what; where no person
 * is said it was the farmer, as before.
 */
export async function addPeople(tx: Kysely<never>, { id }: ColumnWords): Promise<void> {
  for (const statement of [
    `create table people (
      id ${id},
      name text not null check (name <> ''),
      role text not null check (role in ('farmer', 'helper')),
      created_at text not null,
      ended_at text,
      check (role = 'helper' or ended_at is null)
    )`,
    `create unique index one_farmer on people (role) where role = 'farmer'`,
    `insert into people (name, role, created_at)
      select 'Farmer', 'farmer', coalesce(min(at), '2026-11-23T00:00:00.000Z') from schema_migrations`,
    `create table device_links (
      secret_hash text primary key,
      person_id integer not null references people (id),
      created_at text not null,
      until text not null,
      used_at text
    )`,
    `create index device_links_of_person on device_links (person_id)`,
    `create table devices (
      id ${id},
      secret_hash text not null unique,
      person_id integer not null references people (id),
      label text not null check (label <> ''),
      linked_at text not null,
      heard_at text not null,
      expires_at text not null,
      ended_at text
    )`,
    `create index devices_of_person on devices (person_id)`,
    `alter table admin_sessions add column person_id integer`,
    `alter table audit add column person_id integer`,
    `alter table stock_movements add column person_id integer`,
  ])
    await sql.raw(statement).execute(tx)
}
