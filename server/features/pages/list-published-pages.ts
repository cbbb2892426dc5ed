import type { PageLink } from '#contract/pages.ts'
import type { Db } from '#server/db/tables.ts'
import { listPublishedRows } from './page-queries.ts'

/** A published page, and when it last changed (ISO 8601). */
export type PublishedPage = PageLink & { updatedAt: string }

export type PublishedText = PageLink & { description: string | null; content: string }

export async function listPublishedPages(db: Db): Promise<PublishedPage[]> {
  return (await listPublishedRows(db)).map(({ updated_at, ...same }) => ({ ...same, updatedAt: updated_at }))
}

export async function listPageLinks(db: Db): Promise<PageLink[]> {
  return (await listPublishedRows(db)).map(({ title, slug }) => ({ title, slug }))
}

export function listPublishedTexts(db: Db): Promise<PublishedText[]> {
  return db
    .selectFrom('pages')
    .select(['title', 'slug', 'meta_description as description', 'content'])
    .where('is_active', '=', true)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
