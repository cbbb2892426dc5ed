import { changedFields } from '#contract/changes.ts'
import type { PageChange, SavedPage } from '#contract/pages.ts'
import { recordChange } from '#server/core/audit.ts'
import { type FieldLabel, mergeChange } from '#server/core/merge-change.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { chooseSlug, untilSlugIsFree } from './choose-slug.ts'
import { requirePageRow } from './find-page.ts'
import { deleteOldSlug, insertOldSlug, lockPageRow, type PageRow, updatePageRow } from './page-queries.ts'
import { sanitizeContent } from './sanitize-content.ts'
import { showPage } from './show-page.ts'

type Fields = Omit<PageChange, 'id' | 'base' | 'createdAt' | 'updatedAt'>

const PAGE_LABELS: Record<string, FieldLabel> = {
  title: { name: 'title' },
  slug: { name: 'slug' },
  content: { name: 'content', format: () => 'another one' },
  metaDescription: { name: 'meta description' },
  isActive: { name: 'page', format: (isActive) => (isActive ? 'published' : 'a draft') },
}

/**
 * Changes what is given, or with `base` what differs from it, and leaves the rest; a slug that changes leads to the page from
 * then on. @throws Refusal 'not-found', 'invalid', 'slug-taken', 'changed-meanwhile'
 */
export async function changePage(db: Db, id: number, change: PageChange, now: Date): Promise<SavedPage> {
  if (change.id !== undefined && change.id !== id)
    throw new Refusal('invalid', 'The id does not match the address.', { field: 'id' })
  const { base, title, slug, metaDescription, isActive, content } = change
  const fields: Fields = { title, slug, content, metaDescription, isActive }
  // What was loaded is kept as it is, even where it would be sanitized otherwise today.
  const wanted = base ? changedFields(base, fields) : fields
  const sanitized = wanted.content === undefined ? null : await sanitizeContent(wanted.content)
  const page = await untilSlugIsFree(() =>
    write(db, async (tx, emit) => {
      await lockPageRow(tx, id)
      const row = await requirePageRow(tx, id)
      const before = await showPage(row)
      const clean = sanitized ? { ...wanted, content: sanitized.html } : wanted
      const changed = mergeChange(clean, { base, stored: before, labels: PAGE_LABELS })
      await updatePageRow(tx, id, columnsOf(changed, now))
      if (changed.slug !== undefined) await moveTo(tx, row, await slugAfter(tx, row, changed))
      const after = await showPage(await requirePageRow(tx, id))
      await recordChange(tx, { action: 'changed', subject: `page:${id}`, before, after }, now)
      emit({ kind: 'pages' })
      return after
    }),
  )
  return { ...page, removed: sanitized?.removed ?? [] }
}

function slugAfter(tx: Db, before: PageRow, { title = before.title, slug = null }: Fields): Promise<string> {
  return chooseSlug(tx, { id: before.id, title, slug }, before)
}

async function moveTo(tx: Db, { id, slug: from }: PageRow, to: string): Promise<void> {
  if (to === from) return
  await updatePageRow(tx, id, { slug: to })
  await deleteOldSlug(tx, to)
  await insertOldSlug(tx, from, id)
}

function columnsOf({ title, metaDescription, isActive, content }: Fields, now: Date) {
  return {
    ...(title === undefined ? {} : { title }),
    ...(content === undefined ? {} : { content }),
    ...(metaDescription === undefined ? {} : { meta_description: metaDescription }),
    ...(isActive === undefined ? {} : { is_active: isActive }),
    updated_at: now.toISOString(),
  }
}
