import type { Page } from '#contract/pages.ts'
import { isSlug } from '#contract/slug.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { findPageRow, findPageRowBySlug, listPageRows, type PageRow } from './page-queries.ts'
import { showPage } from './show-page.ts'

/** Who reads: the desk sees drafts, everyone else published pages only. */
export type Reader = { isAtDesk: boolean }

export const ANYONE: Reader = { isAtDesk: false }

/** The page of a slug, as far as the reader may see it. What is no slug is not looked for: a database may choke on its characters. */
export async function findPage(db: Db, slug: string, { isAtDesk }: Reader): Promise<Page | null> {
  if (!isSlug(slug)) return null
  const row = await findPageRowBySlug(db, slug)
  return row && (row.is_active || isAtDesk) ? showPage(row) : null
}

/** The same. @throws Refusal 'not-found' in the specification's words */
export async function requirePage(db: Db, slug: string, reader: Reader): Promise<Page> {
  const page = await findPage(db, slug, reader)
  if (!page) throw new Refusal('not-found', 'Page Not Found')
  return page
}

export async function listPages(db: Db): Promise<Page[]> {
  return Promise.all((await listPageRows(db)).map(showPage))
}

/** The stored page of a number. @throws Refusal 'not-found' */
export async function requirePageRow(db: Db, id: number): Promise<PageRow> {
  const row = await findPageRow(db, id)
  if (!row) throw new Refusal('not-found', `There is no page #${id}.`)
  return row
}
