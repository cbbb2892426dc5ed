import type { PageChange, SavedPage } from '#contract/pages.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { recordChange } from '#server/features/admin/record-change.ts'
import { Refusal } from '#server/http/errors.ts'
import { chooseSlug, untilSlugIsFree } from './choose-slug.ts'
import { requirePageRow } from './find-page.ts'
import { deleteOldSlug, insertOldSlug, lockPageRow, type PageRow, updatePageRow } from './page-queries.ts'
import { sanitizeContent } from './sanitize-content.ts'
import { showPage } from './show-page.ts'

/**
 * Changes what is given and leaves the rest; a slug that changes leads to the page from then on.
 * @throws Refusal 'not-found', 'invalid', 'slug-taken'
 */
export async function changePage(db: Db, id: number, change: PageChange, now: Date): Promise<SavedPage> {
  if (change.id !== undefined && change.id !== id)
    throw new Refusal('invalid', 'The id does not match the address.', { field: 'id' })
  const sanitized = change.content === undefined ? null : await sanitizeContent(change.content)
  const columns = columnsOf(change, sanitized?.html, now)
  const page = await untilSlugIsFree(() =>
    write(db, async (tx, tell) => {
      await lockPageRow(tx, id)
      const before = await requirePageRow(tx, id)
      await updatePageRow(tx, id, columns)
      if (change.slug !== undefined) await moveTo(tx, before, await slugAfter(tx, before, change))
      const after = await showPage(await requirePageRow(tx, id))
      await recordChange(tx, { action: 'changed', subject: `page:${id}`, before: await showPage(before), after }, now)
      tell({ kind: 'pages' })
      return after
    }),
  )
  return { ...page, removed: sanitized?.removed ?? [] }
}

function slugAfter(tx: Db, before: PageRow, { title = before.title, slug = null }: PageChange): Promise<string> {
  return chooseSlug(tx, { id: before.id, title, slug }, before)
}

async function moveTo(tx: Db, { id, slug: from }: PageRow, to: string): Promise<void> {
  if (to === from) return
  await updatePageRow(tx, id, { slug: to })
  await deleteOldSlug(tx, to)
  await insertOldSlug(tx, from, id)
}

function columnsOf({ title, metaDescription, isActive }: PageChange, content: string | undefined, now: Date) {
  return {
    ...(title === undefined ? {} : { title }),
    ...(content === undefined ? {} : { content }),
    ...(metaDescription === undefined ? {} : { meta_description: metaDescription }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
    updated_at: now.toISOString(),
  }
}
