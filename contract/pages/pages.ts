import { z } from 'zod/mini'
import { deskEndpoint, publicEndpoint } from '../endpoint.ts'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import { byId, id, ignored, instant, markup, optionalText, requiredText } from '../shapes.ts'
import { isSlug, MAX_SLUG_LENGTH } from './slug.ts'

export const MAX_CONTENT_LENGTH = 200_000

/** In bytes, since the content may be multibyte letters, escaped. */
const MAX_PAGE_BODY_LENGTH = 2 * 1024 * 1024

const MAX_CHANGE_BODY_LENGTH = 2 * MAX_PAGE_BODY_LENGTH

const page = z.object({
  id,
  title: z.string(),
  slug: z.string(),
  content: z.string(),
  metaDescription: z.nullable(z.string()),
  isActive: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
})

export type Page = z.output<typeof page>

/** `removed` names what the allow-list removed, such as `<script>` or `onclick`. */
const savedPage = z.extend(page, { removed: z.array(z.string()) })
export type SavedPage = z.output<typeof savedPage>

const pageVersion = z.object({
  id,
  title: z.string(),
  content: z.string(),
  metaDescription: z.nullable(z.string()),
  at: instant,
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
})
export type PageVersion = z.output<typeof pageVersion>

const pageLink = z.object({ title: z.string(), slug: z.string() })

export type PageLink = z.output<typeof pageLink>

const content = markup(MAX_CONTENT_LENGTH, 'Please enter the content.').check(
  z.minLength(1, 'Please enter the content.'),
)

/** If absent, null or empty, made from the title. */
const slug = optionalText(MAX_SLUG_LENGTH).check(
  z.refine(
    (text) => text === null || isSlug(text),
    'A slug can only have lowercase letters, digits and single hyphens.',
  ),
)

export const PAGE_FIELDS = {
  title: {
    kind: 'line',
    label: 'Title',
    longest: MAX_SLUG_LENGTH,
    shape: requiredText(MAX_SLUG_LENGTH, 'Please enter a title.'),
  },
  slug: { kind: 'line', label: 'Slug', longest: MAX_SLUG_LENGTH, shape: slug },
  metaDescription: {
    kind: 'line',
    label: 'Meta description',
    longest: 300,
    shape: optionalText(300),
  },
  isActive: {
    kind: 'switch',
    label: 'Published',
    noun: 'page',
    formatNewer: (isActive) => (isActive ? 'published' : 'a draft'),
    shape: z.optional(z.boolean('Published must be true or false.')),
  },
  content: { kind: 'markup', label: 'Content', shape: content },
} as const satisfies Fields

export const pageDraft = z.strictObject(shapesOf(PAGE_FIELDS))
export type PageDraft = z.output<typeof pageDraft>

const pageChange = z.strictObject({
  ...changeShapes(PAGE_FIELDS),
  createdAt: ignored,
  updatedAt: ignored,
})
export type PageChange = z.output<typeof pageChange>

export const pages = {
  list: deskEndpoint('never', 'GET /api/pages', {
    summary: 'Every content page, including drafts, newest first.',
    output: z.array(page),
  }),
  create: deskEndpoint('never', 'POST /api/pages', {
    summary: 'Adds a content page, published at once unless `isActive` is false.',
    body: pageDraft,
    longestBody: MAX_PAGE_BODY_LENGTH,
    output: savedPage,
    status: 201,
  }),
  preview: deskEndpoint('never', 'POST /api/pages/preview', {
    summary: 'Shows content as it would be saved; nothing is stored.',
    body: z.strictObject({ content: markup(MAX_CONTENT_LENGTH, 'Content must be text.') }),
    longestBody: MAX_PAGE_BODY_LENGTH,
    output: z.object({ html: z.string(), removed: z.array(z.string()) }),
  }),
  update: deskEndpoint('never', 'PUT /api/pages/{id}', {
    summary: 'Changes any part of a content page.',
    params: byId,
    body: pageChange,
    longestBody: MAX_CHANGE_BODY_LENGTH,
    output: savedPage,
  }),
  versions: deskEndpoint('never', 'GET /api/pages/{id}/versions', {
    summary: 'What a content page says and said before, newest first.',
    params: byId,
    output: z.array(pageVersion),
  }),
  delete: deskEndpoint('never', 'DELETE /api/pages/{id}', {
    summary: 'Removes a content page.',
    params: byId,
  }),
  bySlug: publicEndpoint('GET /api/pages/slug/{slug}', {
    summary: 'A published content page; for the desk also a draft.',
    params: z.strictObject({ slug: z.string().check(z.describe('As in its address')) }),
    output: page,
  }),
  links: publicEndpoint('GET /api/pages/links', {
    summary: 'Titles and slugs of the published pages, oldest first.',
    output: z.array(pageLink),
  }),
}
