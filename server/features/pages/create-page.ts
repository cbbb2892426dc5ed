import { randomUUID } from 'node:crypto'
import type { PageDraft, SavedPage } from '#contract/pages.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { chooseSlug, untilSlugIsFree } from './choose-slug.ts'
import { requirePageRow } from './find-page.ts'
import { deleteOldSlug, insertPageRow, updatePageRow } from './page-queries.ts'
import { sanitizeContent } from './sanitize-content.ts'
import { showPage } from './show-page.ts'

/** Adds a page, published at once unless it is to be a draft; it was created and updated in one instant. @throws Refusal 'invalid', 'slug-taken' */
export async function createPage(db: Db, draft: PageDraft, now: Date): Promise<SavedPage> {
  const { html, removed } = await sanitizeContent(draft.content)
  const row = newRow({ ...draft, content: html }, now)
  const page = await untilSlugIsFree(() =>
    write(db, async (tx, emit) => {
      const id = await insertPageRow(tx, row)
      const slug = await chooseSlug(tx, { ...draft, id })
      await updatePageRow(tx, id, { slug })
      await deleteOldSlug(tx, slug)
      const created = await showPage(await requirePageRow(tx, id))
      await recordChange(tx, { action: 'created', subject: `page:${id}`, before: null, after: created }, now)
      emit({ kind: 'pages' })
      return created
    }),
  )
  return { ...page, removed }
}

/** The slug may need the page's number, so until there is one the row has a name nobody can want. */
function newRow({ title, content, metaDescription, isActive = true }: PageDraft, now: Date) {
  const instant = now.toISOString()
  return {
    title,
    content,
    slug: randomUUID(),
    meta_description: metaDescription,
    is_active: isActive,
    created_at: instant,
    updated_at: instant,
  }
}
