import type { PageVersion } from '#contract/pages/pages.ts'
import { type Caller, currentCaller } from '#server/core/caller.ts'
import type { Db } from '#server/db/write.ts'
import { type PageRow, requirePageRow } from './page-queries.ts'
import { sanitizePage } from './sanitize-page.ts'

export const MAX_VERSIONS = 30

type Saved = Pick<PageRow, 'id' | 'title' | 'content' | 'metaDescription'>

/** Stores the previous text too if missing; drops the oldest. Unchanged text makes no version. */
export async function storeVersion(
  tx: Db,
  { before, after }: { before: PageRow | null; after: Saved },
  now: Date,
): Promise<void> {
  if (before && isSame(before, after)) return
  if (before && !(await hasVersions(tx, before.id)))
    await insertVersion(tx, before, { at: before.updatedAt, by: null })
  await insertVersion(tx, after, { at: now.toISOString(), by: currentCaller() })
  const stored = await tx
    .selectFrom('page_versions')
    .select('id')
    .where('page_id', '=', after.id)
    .orderBy('id', 'desc')
    .limit(MAX_VERSIONS)
    .execute()
  const oldest = stored.at(-1)?.id ?? 0
  const old = tx.deleteFrom('page_versions').where('page_id', '=', after.id)
  await old.where('id', '<', oldest).execute()
}

function isSame(one: Saved, other: Saved): boolean {
  return (
    one.title === other.title &&
    one.content === other.content &&
    one.metaDescription === other.metaDescription
  )
}

async function hasVersions(db: Db, pageId: number): Promise<boolean> {
  const one = db.selectFrom('page_versions').select('id').where('page_id', '=', pageId)
  return (await one.limit(1).executeTakeFirst()) !== undefined
}

async function insertVersion(
  tx: Db,
  { id, title, content, metaDescription }: Saved,
  { at, by }: { at: string; by: Caller | null },
): Promise<void> {
  const { device, address } = by ?? { device: null, address: null }
  await tx
    .insertInto('page_versions')
    .values({ page_id: id, title, content, meta_description: metaDescription, at, device, address })
    .execute()
}

/** Newest first; sanitized by today's allow-list. @throws Refusal 'not-found' */
export async function listVersions(db: Db, pageId: number): Promise<PageVersion[]> {
  await requirePageRow(db, pageId)
  const rows = await db
    .selectFrom('page_versions')
    .select(['id', 'title', 'content', 'meta_description as metaDescription'])
    .select(['at', 'device', 'address'])
    .where('page_id', '=', pageId)
    .orderBy('id', 'desc')
    .execute()
  return Promise.all(
    rows.map(async (row) => ({ ...row, content: (await sanitizePage(row.content)).html })),
  )
}
