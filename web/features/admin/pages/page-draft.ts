import { type Page, pageDraft } from '#contract/pages.ts'
import { freeSlug, slugOf } from '#contract/slug.ts'

/** A page as it stands in the form. */
export type TypedPage = {
  title: string
  /** null while it follows the title. */
  slug: string | null
  metaDescription: string
  content: string
  isActive: boolean
}

/** What of a form can be sent; the slug is empty where only the shop can make one. */
export type SentPage = { title: string; slug: string; metaDescription: string; content: string; isActive: boolean }

/** One sentence for each field that is wrong. */
export type FieldErrors = { [Name in keyof TypedPage]?: string }

/** The form as it opens; a new page's address follows its title until the farmer writes one. */
export function openedPage(page: Page | null): TypedPage {
  if (!page) return { title: '', slug: null, metaDescription: '', content: '', isActive: true }
  const { title, slug, metaDescription, content, isActive } = page
  return { title, slug, metaDescription: metaDescription ?? '', content, isActive }
}

/** What the form of an opened page had loaded, as it is sent. */
export function loadedPage({ title, slug, metaDescription, content, isActive }: Page): SentPage {
  return { title, slug, metaDescription: metaDescription ?? '', content, isActive }
}

/** The slug the page will have; empty while only the shop can make one, as of `農場`. */
export function comingSlug({ title, slug }: TypedPage, taken: ReadonlySet<string>): string {
  if (slug !== null) return slug
  const made = slugOf(title)
  return made && freeSlug(made, taken)
}

/** Checks what was typed by the contract: a page that can be sent, or a sentence for each field that is wrong. */
export function checkPage(typed: TypedPage): { sent: SentPage } | { errors: FieldErrors } {
  const { isActive, slug: wanted, ...fields } = typed
  const slug = wanted ?? slugOf(fields.title)
  const checked = pageDraft.safeParse({ ...fields, slug })
  if (checked.success) return { sent: { ...fields, isActive, slug } }
  const errors: FieldErrors = {}
  for (const issue of checked.error.issues) {
    const field = issue.path[0]
    if (isField(field)) errors[field] ??= issue.message
  }
  return { errors }
}

/** The field a refusal speaks of, when the form has it. */
export function isField(name: unknown): name is keyof TypedPage {
  return name === 'isActive' || (typeof name === 'string' && Object.hasOwn(pageDraft.shape, name))
}

/** Whether the form holds something else than what it was opened with. */
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
