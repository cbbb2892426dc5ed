import { type Kysely, sql } from 'kysely'
import type { ColumnWords } from '../column-words.ts'

/** The tables of the content pages, and of the slugs they once had. */
export async function contentPages(tx: Kysely<never>, { id }: ColumnWords): Promise<void> {
  for (const statement of [
    `create table pages (
      id ${id},
      title text not null,
      slug text not null unique,
      content text not null,
      meta_description text,
      is_active boolean not null,
      created_at text not null,
      updated_at text not null
    )`,
    `create table old_page_slugs (
      slug text primary key,
      page_id integer not null references pages (id) on delete cascade
    )`,
    `create index old_page_slugs_of_page on old_page_slugs (page_id)`,
  ]) {
    await sql.raw(statement).execute(tx)
  }
}
