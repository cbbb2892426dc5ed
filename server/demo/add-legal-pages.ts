import { LEGAL_PAGES } from '#contract/pages/legal-pages.ts'
import { getValue, isFirstToSet } from '#server/core/key-value.ts'
import { type Db, write } from '#server/db/write.ts'

/** Once only: an existing page stays, and what the farmer deletes doesn't come back. */
export async function insertLegalPages(
  tx: Db,
  { isPublished, at }: { isPublished: boolean; at: string },
): Promise<void> {
  if (!(await isFirstToSet(tx, 'legal_pages', at))) return
  const rows = LEGAL_PAGES.map(({ metaDescription, ...page }) => ({
    ...page,
    meta_description: metaDescription,
    is_active: isPublished,
    created_at: at,
    updated_at: at,
  }))
  await tx
    .insertInto('pages')
    .values(rows)
    .onConflict((known) => known.column('slug').doNothing())
    .execute()
}

export async function draftLegalPages(db: Db, now: Date): Promise<void> {
  if (await getValue(db, 'legal_pages')) return
  await write(db, (tx) => insertLegalPages(tx, { isPublished: false, at: now.toISOString() }))
}
