import { LEGAL_PAGES } from '#contract/legal-pages.ts'
import { getValue } from '#server/core/key-value.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'

/**
 * Puts terms, refunds and privacy into a shop, once; where a page stands at such an address, it
 * stays, and what the farmer deletes does not come back.
 */
export async function insertLegalPages(
  tx: Db,
  { isPublished, at }: { isPublished: boolean; at: string },
): Promise<void> {
  const claimed = await tx
    .insertInto('shop_memory')
    .values({ key: 'legal_pages', value: at })
    .onConflict((known) => known.column('key').doNothing())
    .executeTakeFirst()
  if (claimed.numInsertedOrUpdatedRows === 0n) return
  const rows = LEGAL_PAGES.map(({ metaDescription, ...page }) => ({
    ...page,
    ...{ meta_description: metaDescription, is_active: isPublished },
    ...{ created_at: at, updated_at: at },
  }))
  await tx
    .insertInto('pages')
    .values(rows)
    .onConflict((known) => known.column('slug').doNothing())
    .execute()
}

/**
 * Lays them into a shop without the demo as drafts, when it is made. One of an earlier release is
 * offered them at the desk, and gets none by itself.
 */
export async function draftLegalPages(db: Db, now: Date): Promise<void> {
  if ((await getValue(db, 'legal_pages')) || !(await isNew(db))) return
  await write(db, (tx) => insertLegalPages(tx, { isPublished: false, at: now.toISOString() }))
}

/** Made by a release that knows the waiting list: the first migration and that came together. */
async function isNew(db: Db): Promise<boolean> {
  const names = ['0001-open-the-shop', '0026-waiting-list']
  const done = db.selectFrom('schema_migrations').select('at').where('name', 'in', names)
  return new Set((await done.execute()).map(({ at }) => at)).size === 1
}
