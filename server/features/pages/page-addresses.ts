import type { Db } from '#server/db/tables.ts'
import { listOldSlugs, listPublishedRows } from './page-queries.ts'

/** Which slugs lead where: those of published pages, and those that such pages once had, with their slugs of now. */
export type PageAddresses = { published: ReadonlySet<string>; moved: ReadonlyMap<string, string> }

export async function listPageAddresses(db: Db): Promise<PageAddresses> {
  const [published, moved] = await Promise.all([listPublishedRows(db), listOldSlugs(db)])
  return {
    published: new Set(published.map(({ slug }) => slug)),
    moved: new Map(moved.map(({ from, to }) => [from, to])),
  }
}
