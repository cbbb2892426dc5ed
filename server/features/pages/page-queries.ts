import type { Insertable, Updateable } from 'kysely'
import type { Page, PageLink } from '#contract/pages/pages.ts'
import { isSlug } from '#contract/pages/slug.ts'
import { noSuch, Refusal } from '#server/core/refusal.ts'
import type { Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { sanitizePage } from './sanitize-page.ts'

/** As it was stored; `showPage` keeps it to the allow-list of today. */
export type PageRow = Page

function selectPages(db: Db) {
  return db
    .selectFrom('pages')
    .select(['id', 'title', 'slug', 'content', 'meta_description as metaDescription'])
    .select(['is_active as isActive', 'created_at as createdAt', 'updated_at as updatedAt'])
}

export async function insertPageRow(tx: Db, row: Insertable<Tables['pages']>): Promise<number> {
  return (await tx.insertInto('pages').values(row).returning('id').executeTakeFirstOrThrow()).id
}

export async function updatePageRow(
  tx: Db,
  id: number,
  change: Updateable<Tables['pages']>,
): Promise<void> {
  await tx.updateTable('pages').set(change).where('id', '=', id).execute()
}

export async function deleteOldSlug(tx: Db, slug: string): Promise<void> {
  await tx.deleteFrom('old_page_slugs').where('slug', '=', slug).execute()
}

function listOldSlugs(db: Db): Promise<{ from: string; to: string }[]> {
  return db
    .selectFrom('old_page_slugs')
    .innerJoin('pages', 'pages.id', 'old_page_slugs.page_id')
    .select(['old_page_slugs.slug as from', 'pages.slug as to'])
    .where('pages.is_active', '=', true)
    .execute()
}

export function listPublishedPages(db: Db): Promise<(PageLink & { updatedAt: string })[]> {
  return published(db).select(['title', 'slug', 'updated_at as updatedAt']).execute()
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

export type Reader = { isAtDesk: boolean }

export const ANYONE: Reader = { isAtDesk: false }

/** Null if the reader may not see it. A non-slug isn't queried, as databases choke on some text. */
export async function findPage(db: Db, slug: string, { isAtDesk }: Reader): Promise<Page | null> {
  if (!isSlug(slug)) return null
  const row = await selectPages(db).where('slug', '=', slug).executeTakeFirst()
  return row && (row.isActive || isAtDesk) ? showPage(row) : null
}

/** @throws Refusal 'not-found' in the specification's words */
export async function requirePage(db: Db, slug: string, reader: Reader): Promise<Page> {
  const page = await findPage(db, slug, reader)
  if (!page) throw new Refusal('not-found', 'Page Not Found')
  return page
}

export async function listPages(db: Db): Promise<Page[]> {
  const pages = selectPages(db).orderBy('created_at', 'desc').orderBy('id', 'desc')
  return Promise.all((await pages.execute()).map(showPage))
}

/** @throws Refusal 'not-found' */
export async function requirePageRow(db: Db, id: number): Promise<PageRow> {
  const row = selectPages(db).where('id', '=', id)
  return (await row.executeTakeFirst()) ?? noSuch(`page #${id}`)
}

/** Locks the row until the transaction ends. @throws Refusal 'not-found' */
export async function lockPageRow(tx: Db, id: number): Promise<PageRow> {
  const row = selectPages(tx).where('id', '=', id).forUpdate()
  return (await row.executeTakeFirst()) ?? noSuch(`page #${id}`)
}

/** Slugs of published pages, and their former slugs mapped to the current ones. */
export type PageAddresses = { published: ReadonlySet<string>; moved: ReadonlyMap<string, string> }

export async function listPageAddresses(db: Db): Promise<PageAddresses> {
  const [published, moved] = await Promise.all([listPageLinks(db), listOldSlugs(db)])
  return {
    published: new Set(published.map(({ slug }) => slug)),
    moved: new Map(moved.map(({ from, to }) => [from, to])),
  }
}

/** Sanitizes the HTML again, however the row was written. */
export async function showPage(row: PageRow): Promise<Page> {
  return { ...row, content: (await sanitizePage(row.content)).html }
}
