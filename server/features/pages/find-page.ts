import type { Page, PageLink } from '#contract/pages/pages.ts'
import { isSlug } from '#contract/pages/slug.ts'
import { noSuch, Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import {
  findPageRow,
  findPageRowBySlug,
  listOldSlugs,
  listPageRows,
  listPublishedRows,
  type PageRow,
} from './page-queries.ts'
import { sanitizePage } from './sanitize-page.ts'

export type Reader = { isAtDesk: boolean }

export const ANYONE: Reader = { isAtDesk: false }

/** Null if the reader may not see it. A non-slug isn't queried, as databases choke on some text. */
export async function findPage(db: Db, slug: string, { isAtDesk }: Reader): Promise<Page | null> {
  if (!isSlug(slug)) return null
  const row = await findPageRowBySlug(db, slug)
  return row && (row.is_active || isAtDesk) ? showPage(row) : null
}

/** @throws Refusal 'not-found' in the specification's words */
export async function requirePage(db: Db, slug: string, reader: Reader): Promise<Page> {
  const page = await findPage(db, slug, reader)
  if (!page) throw new Refusal('not-found', 'Page Not Found')
  return page
}

export async function listPages(db: Db): Promise<Page[]> {
  return Promise.all((await listPageRows(db)).map(showPage))
}

/** @throws Refusal 'not-found' */
export async function requirePageRow(db: Db, id: number): Promise<PageRow> {
  const row = await findPageRow(db, id)
  if (!row) noSuch(`page #${id}`)
  return row
}

type PublishedPage = PageLink & { updatedAt: string }

export async function listPublishedPages(db: Db): Promise<PublishedPage[]> {
  return (await listPublishedRows(db)).map(({ updated_at, ...same }) => ({
    ...same,
    updatedAt: updated_at,
  }))
}

/** Slugs of published pages, and their former slugs mapped to the current ones. */
export type PageAddresses = { published: ReadonlySet<string>; moved: ReadonlyMap<string, string> }

export async function listPageAddresses(db: Db): Promise<PageAddresses> {
  const [published, moved] = await Promise.all([listPublishedRows(db), listOldSlugs(db)])
  return {
    published: new Set(published.map(({ slug }) => slug)),
    moved: new Map(moved.map(({ from, to }) => [from, to])),
  }
}

/** Sanitizes the HTML again, however the row was written. */
export async function showPage(row: PageRow): Promise<Page> {
  const { meta_description, is_active, created_at, updated_at, ...same } = row
  const { html } = await sanitizePage(row.content)
  return {
    ...same,
    content: html,
    metaDescription: meta_description,
    isActive: is_active,
    createdAt: created_at,
    updatedAt: updated_at,
  }
}
