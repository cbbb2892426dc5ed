import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/**
 * Letters that leave on a day and at a time of the farm's clock, the address that stands in a
 * letter's foot, its pictures as they were when it left; and what pages said before.
 */
export async function addPlannedLetters(tx: Kysely<never>, { id }: ColumnWords): Promise<void> {
  for (const statement of [
    'alter table letters add column postal_address text',
    'alter table letters add column pictures text',
    `create table planned_letters (
      id ${id},
      letter_key text not null unique,
      subject text not null,
      body text not null,
      day text not null,
      time text not null,
      planned_at text not null
    )`,
    `create table page_versions (
      id ${id},
      page_id integer not null references pages (id) on delete cascade,
      title text not null,
      content text not null,
      meta_description text,
      at text not null,
      device text,
      address text
    )`,
    'create index page_versions_of_page on page_versions (page_id, id)',
  ]) {
    await sql.raw(statement).execute(tx)
  }
}
