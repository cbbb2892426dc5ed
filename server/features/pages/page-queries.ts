import type { Insertable, Selectable, Updateable } from 'kysely'
import type { PageLink } from '#contract/pages/pages.ts'
import type { PagesTable } from '#server/db/tables/pages.ts'
import type { Db } from '#server/db/write.ts'

export type PageRow = Selectable<PagesTable>

export function listPageRows(db: Db): Promise<PageRow[]> {
  return db
    .selectFrom('pages')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findPageRow(db: Db, id: number): Promise<PageRow | null> {
  return (await db.selectFrom('pages').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

export async function findPageRowBySlug(db: Db, slug: string): Promise<PageRow | null> {
  return (
    (await db.selectFrom('pages').selectAll().where('slug', '=', slug).executeTakeFirst()) ?? null
  )
}

export async function insertPageRow(tx: Db, row: Insertable<PagesTable>): Promise<number> {
  return (await tx.insertInto('pages').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updatePageRow(
  tx: Db,
  id: number,
  change: Updateable<PagesTable>,
): Promise<void> {
  await tx.updateTable('pages').set(change).where('id', '=', id).execute()
}

/** Locks a page's row until the transaction ends, even if nothing else changes. */
export async function lockPageRow(tx: Db, id: number): Promise<void> {
  await tx
    .updateTable('pages')
    .set((row) => ({ updated_at: row.ref('updated_at') }))
    .where('id', '=', id)
    .execute()
}

export async function deletePageRow(tx: Db, id: number): Promise<void> {
  await tx.deleteFrom('pages').where('id', '=', id).execute()
}

export async function listOtherSlugs(db: Db, id: number): Promise<string[]> {
  const rows = await db.selectFrom('pages').select('slug').where('id', '!=', id).execute()
  return rows.map(({ slug }) => slug)
}

export async function insertOldSlug(tx: Db, slug: string, pageId: number): Promise<void> {
  await tx.insertInto('old_page_slugs').values({ slug, page_id: pageId }).execute()
}

export async function deleteOldSlug(tx: Db, slug: string): Promise<void> {
  await tx.deleteFrom('old_page_slugs').where('slug', '=', slug).execute()
}

export function listOldSlugs(db: Db): Promise<{ from: string; to: string }[]> {
  return db
    .selectFrom('old_page_slugs')
    .innerJoin('pages', 'pages.id', 'old_page_slugs.page_id')
    .select(['old_page_slugs.slug as from', 'pages.slug as to'])
    .where('pages.is_active', '=', true)
    .execute()
}

export function listPublishedRows(
  db: Db,
): Promise<Pick<PageRow, 'title' | 'slug' | 'updated_at'>[]> {
  return published(db).select(['title', 'slug', 'updated_at']).execute()
}

export type PublishedText = PageLink & { description: string | null; content: string }

export function listPublishedTexts(db: Db): Promise<PublishedText[]> {
  return published(db)
    .select(['title', 'slug', 'meta_description as description', 'content'])
    .execute()
}

export function listPageLinks(db: Db): Promise<PageLink[]> {
  return published(db).select(['title', 'slug']).execute()
}

function published(db: Db) {
  return db.selectFrom('pages').where('is_active', '=', true).orderBy('created_at').orderBy('id')
}
