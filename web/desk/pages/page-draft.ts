import type { Page, PageVersion } from '#contract/pages.ts'
import { freeSlug, slugOf } from '#contract/slug.ts'
import { formatDevice } from '../shared/format-value.ts'
import type { HistoryLabels } from '../shared/history.tsx'

export type SentPage = {
  title: string
  slug: string
  metaDescription: string
  content: string
  isActive: boolean
}

export type TypedPage = Omit<SentPage, 'slug'> & { slug: string | null }

export function openedPage(page: Page | null): TypedPage {
  if (!page) return { title: '', slug: null, metaDescription: '', content: '', isActive: true }
  const { title, slug, metaDescription, content, isActive } = page
  return { title, slug, metaDescription: metaDescription ?? '', content, isActive }
}

/** The slug the page will have; empty while only the shop can make one, as of `農場`. */
export function comingSlug({ title, slug }: TypedPage, taken: ReadonlySet<string>): string {
  if (slug !== null) return slug
  const made = slugOf(title)
  return made && freeSlug(made, taken)
}

export function readPage(typed: TypedPage): SentPage {
  return { ...typed, slug: typed.slug ?? slugOf(typed.title) }
}

export const PAGE_HISTORY_LABELS: HistoryLabels = {
  title: { label: 'Title' },
  slug: { label: 'Slug' },
  content: { label: 'Content' },
  metaDescription: { label: 'Meta description' },
  isActive: { label: 'Published' },
}

export function formatSaver({ device, address }: PageVersion): string {
  return address === null ? 'At the desk' : formatDevice({ device, address })
}
