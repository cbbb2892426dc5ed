import { randomUUID } from 'node:crypto'
import { changedFields, definedFields } from '#contract/changed-fields.ts'
import {
  PAGE_FIELDS,
  type PageChange,
  type PageDraft,
  type SavedPage,
} from '#contract/pages/pages.ts'
import { freeSlug, numberedSlug, slugOf } from '#contract/pages/slug.ts'
import { recordChange } from '#server/core/audit.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import { isUniqueViolation } from '#server/db/database-errors.ts'
import type { Tables } from '#server/db/tables.ts'
import { toColumns } from '#server/db/to-columns.ts'
import { type Db, write } from '#server/db/write.ts'
import { withPictureSizes } from '#server/features/uploads/pictures.ts'
import type { Shop } from '#server/shop.ts'
import {
  deleteOldSlug,
  insertPageRow,
  lockPageRow,
  type PageRow,
  requirePageRow,
  showPage,
  updatePageRow,
} from './page-queries.ts'
import { storeVersion } from './page-versions.ts'
import { type SanitizedPage, sanitizePage } from './sanitize-page.ts'

/** Published at once unless a draft. @throws Refusal 'invalid', 'slug-taken' */
export async function createPage(shop: Shop, draft: PageDraft, now: Date): Promise<SavedPage> {
  const { html, removed } = await sanitizeContent(shop, draft.content)
  const row = newRow({ ...draft, content: html }, now)
  const page = await untilSlugIsFree(() =>
    write(shop.db, async (tx, emit) => {
      const id = await insertPageRow(tx, row)
      const slug = await chooseSlug(tx, { ...draft, id })
      await updatePageRow(tx, id, { slug })
      await deleteOldSlug(tx, slug)
      const after = await requirePageRow(tx, id)
      await storeVersion(tx, { before: null, after }, now)
      const created = await showPage(after)
      await recordChange(tx, { action: 'created', subject: `page:${id}`, after: created }, now)
      emit({ kind: 'pages' })
      return created
    }),
  )
  return { ...page, removed }
}

/** The slug may need the page's ID, so the row first gets a placeholder nobody can choose. */
function newRow({ isActive = true, ...draft }: PageDraft, now: Date) {
  const fields = toColumns(PAGE_COLUMNS, { ...draft, isActive })
  const instant = now.toISOString()
  return { ...fields, slug: randomUUID(), created_at: instant, updated_at: instant }
}

type Fields = Omit<PageChange, 'id' | 'base' | 'createdAt' | 'updatedAt'>

const PAGE_COLUMNS = {
  title: 'title',
  content: 'content',
  metaDescription: 'meta_description',
  isActive: 'is_active',
} as const satisfies Record<Exclude<keyof typeof PAGE_FIELDS, 'slug'>, keyof Tables['pages']>

/**
 * Changes what is given, or with `base` only what differs from it; the old slug keeps leading to
 * the page.
 * @throws Refusal 'not-found', 'invalid', 'slug-taken', 'changed-meanwhile'
 */
export async function changePage(
  shop: Shop,
  id: number,
  change: PageChange,
  now: Date,
): Promise<SavedPage> {
  const { id: claimed, base, createdAt: _, updatedAt: __, ...fields } = change
  refuseOtherId(claimed, id)
  // Content sent back unchanged is kept as is, even if today's sanitizer would alter it.
  const wanted = base ? changedFields(base, fields) : fields
  const sanitized =
    wanted.content === undefined ? null : await sanitizeContent(shop, wanted.content)
  const page = await untilSlugIsFree(() =>
    write(shop.db, async (tx, emit) => {
      const row = await lockPageRow(tx, id)
      const before = await showPage(row)
      const clean = sanitized ? { ...wanted, content: sanitized.html } : wanted
      const changed = mergeChange(clean, { base, stored: before, labels: labelsOf(PAGE_FIELDS) })
      // Saving without changes is no update: readers would see a new date.
      if (isSame(changed, before)) return before
      await updatePageRow(tx, id, {
        ...toColumns(PAGE_COLUMNS, changed),
        updated_at: now.toISOString(),
      })
      const { title = row.title, slug } = changed
      if (slug !== undefined) await moveTo(tx, row, await chooseSlug(tx, { id, title, slug }, row))
      const saved = await requirePageRow(tx, id)
      await storeVersion(tx, { before: row, after: saved }, now)
      const after = await showPage(saved)
      await recordChange(tx, { action: 'changed', subject: `page:${id}`, before, after }, now)
      emit({ kind: 'pages' })
      return after
    }),
  )
  return { ...page, removed: sanitized?.removed ?? [] }
}

function isSame(changed: Fields, before: Record<keyof Fields, unknown>): boolean {
  const given = Object.entries(definedFields(changed))
  return given.every(([key, value]) => value === before[key as keyof Fields])
}

async function moveTo(tx: Db, { id, slug: from }: PageRow, to: string): Promise<void> {
  if (to === from) return
  await updatePageRow(tx, id, { slug: to })
  await deleteOldSlug(tx, to)
  await tx.insertInto('old_page_slugs').values({ slug: from, page_id: id }).execute()
}

/** Deletes every slug that led to the page, too. @throws Refusal 'not-found' */
export function deletePage(db: Db, id: number, now: Date): Promise<void> {
  return write(db, async (tx, emit) => {
    const before = await showPage(await lockPageRow(tx, id))
    await tx.deleteFrom('pages').where('id', '=', id).execute()
    await recordChange(tx, { action: 'deleted', subject: `page:${id}`, before, after: null }, now)
    emit({ kind: 'pages' })
  })
}

/** @throws Refusal 'invalid' when nothing displayable is left */
async function sanitizeContent(shop: Shop, content: string): Promise<SanitizedPage> {
  const sanitized = await sanitizePage(content)
  if (sanitized.html === '')
    throw invalidField('content', 'None of this content can be shown. Please enter some text.')
  return { ...sanitized, html: await withPictureSizes(shop, sanitized.html) }
}

/**
 * A slug made from the title is `page-7` if the title has no letters for it, and `about-us-2` if
 * `about-us` is taken; if the title yields the same slug as before, the page keeps its own.
 * @throws Refusal 'slug-taken' for a slug of the farmer's own choice
 */
async function chooseSlug(
  tx: Db,
  request: { id: number; title: string; slug: string | null },
  before?: { title: string; slug: string },
): Promise<string> {
  const made = slugOf(request.title) || `page-${request.id}`
  const others = await tx.selectFrom('pages').select('slug').where('id', '!=', request.id).execute()
  const taken = new Set(others.map(({ slug }) => slug))
  if (request.slug !== null && request.slug !== made) {
    if (taken.has(request.slug))
      throw new Refusal('slug-taken', 'Another page has this slug.', { field: 'slug' })
    return request.slug
  }
  const isSameTitle = before && (slugOf(before.title) || `page-${request.id}`) === made
  if (isSameTitle && isNumbered(before.slug, made)) return before.slug
  return freeSlug(made, taken)
}

function isNumbered(slug: string, made: string): boolean {
  const number = Number(/-(\d+)$/.exec(slug)?.[1])
  return slug === made || (number > 1 && slug === numberedSlug(made, number))
}

const MAX_TRIES = 20

async function untilSlugIsFree<T>(save: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await save()
    } catch (error) {
      if (attempt === MAX_TRIES || !isUniqueViolation(error)) throw error
    }
  }
}
