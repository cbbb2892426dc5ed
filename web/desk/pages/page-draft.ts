import { PAGE_FIELDS, type Page, type PageVersion } from '#contract/pages/pages.ts'
import { freeSlug, slugOf } from '#contract/pages/slug.ts'
import { type TypedFields, typedFields } from '../shared/form-fields.tsx'
import { formatDevice } from '../shared/format-value.ts'

/** A null slug follows the title. */
export type TypedPage = Omit<TypedFields<typeof PAGE_FIELDS>, 'slug'> & { slug: string | null }

export function openedPage(page: Page | null): TypedPage {
  if (page) return typedFields(PAGE_FIELDS, page)
  return { ...typedFields(PAGE_FIELDS, { isActive: true }), slug: null }
}

/** Empty while only the shop can make one, as for `農場`. */
export function comingSlug({ title, slug }: TypedPage, taken: ReadonlySet<string>): string {
  if (slug !== null) return slug
  const made = slugOf(title)
  return made && freeSlug(made, taken)
}

export function readPage(typed: TypedPage) {
  return { ...typed, slug: typed.slug ?? slugOf(typed.title) }
}

export function formatSaver({ device, address }: PageVersion): string {
  return address === null ? 'At the desk' : formatDevice({ device, address })
}
