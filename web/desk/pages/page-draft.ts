import { type Page, pageDraft } from '#contract/pages.ts'
import { freeSlug, slugOf } from '#contract/slug.ts'
import { errorsIn, type FieldErrors } from '../shared/checked-form.ts'
import type { HistoryLabels } from '../shared/history.tsx'

export type TypedPage = {
  title: string
  /** null while it follows the title. */
  slug: string | null
  metaDescription: string
  content: string
  isActive: boolean
}

export type SentPage = {
  title: string
  slug: string
  metaDescription: string
  content: string
  isActive: boolean
}

export function openedPage(page: Page | null): TypedPage {
  if (!page) return { title: '', slug: null, metaDescription: '', content: '', isActive: true }
  const { title, slug, metaDescription, content, isActive } = page
  return { title, slug, metaDescription: metaDescription ?? '', content, isActive }
}

export function loadedPage({ title, slug, metaDescription, content, isActive }: Page): SentPage {
  return { title, slug, metaDescription: metaDescription ?? '', content, isActive }
}

/** The slug the page will have; empty while only the shop can make one, as of `農場`. */
export function comingSlug({ title, slug }: TypedPage, taken: ReadonlySet<string>): string {
  if (slug !== null) return slug
  const made = slugOf(title)
  return made && freeSlug(made, taken)
}

export function checkPage(typed: TypedPage): { sent: SentPage; errors: FieldErrors } {
  const { isActive, slug: wanted, ...fields } = typed
  const slug = wanted ?? slugOf(fields.title)
  return {
    sent: { ...fields, isActive, slug },
    errors: errorsIn(pageDraft.safeParse({ ...fields, slug })),
  }
}

export function isChanged(typed: TypedPage, page: Page | null): boolean {
  const opened = openedPage(page)
  return (
    typed.title !== opened.title ||
    (typed.slug ?? '') !== (opened.slug ?? '') ||
    typed.metaDescription !== opened.metaDescription ||
    typed.content !== opened.content ||
    typed.isActive !== opened.isActive
  )
}

export const PAGE_HISTORY_LABELS: HistoryLabels = {
  title: { label: 'Title' },
  slug: { label: 'Slug' },
  content: { label: 'Content' },
  metaDescription: { label: 'Meta description' },
  isActive: { label: 'Published' },
}
