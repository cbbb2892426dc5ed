import type { FastifyRequest } from 'fastify'
import { categoryAddress, categoryIn } from '#contract/categories.ts'
import type { OutputOf } from '#contract/endpoint.ts'
import { confirmPath, leavePath, NO_LINK } from '#contract/newsletter-link.ts'
import {
  confirmationEndpoint,
  contentPageEndpoint,
  receiptEndpoint,
  subscriptionEndpoint,
} from '#contract/page-endpoints.ts'
import { NO_RECEIPT, receiptPath } from '#contract/receipt-link.ts'
import {
  marketDaysEndpoint,
  pageLinksEndpoint,
  productsEndpoint,
  settingsEndpoint,
} from '#contract/shop-endpoints.ts'
import { isSlug, MISSING_SLUG } from '#contract/slug.ts'
import type { Db } from './db/tables.ts'
import { listOrderingCalendar } from './features/calendar/list-days.ts'
import { showConfirmation, showSubscription } from './features/newsletter/subscription.ts'
import { showReceipt } from './features/orders/show-receipt.ts'
import {
  findPage,
  listPublishedPages,
  type PageAddresses,
  type Reader,
} from './features/pages/find-page.ts'
import { listPageLinks } from './features/pages/page-queries.ts'
import { listFirstProducts, listProducts } from './features/products/product-queries.ts'
import { readPublicSettings } from './features/settings/read-setting.ts'
import { NOT_FOUND_PAGE, type PagePlace, type PageRoute } from './http/pages.ts'
import type { Load } from './http/render-page.ts'
import type { ListedPage } from './http/site-files.ts'

export type ContentPages = {
  addresses: () => Promise<PageAddresses>
  isAtDesk: (request: FastifyRequest) => Promise<boolean>
}

export type SecretPages = {
  db: Db
  now: () => Date
  /** Hears of every secret that opens nothing. @throws Refusal 'too-often' for who tries many */
  countGuess: (request: FastifyRequest) => Promise<void>
}

const MISSING_CONTENT_PAGE = `/pages/${MISSING_SLUG}`

/** Every page there is, and under which known key it is cached if it is everyone's. */
export function pageRoutes(contentPages: ContentPages, secretPages: SecretPages): PageRoute[] {
  const { db, now } = secretPages
  const secret = (place: Omit<SecretPlace, 'countGuess'>): PageRoute => ({
    path: place.pathTo(':secret'),
    kind: 'private',
    key: (request) => placeOfSecret(request, { ...place, ...secretPages }),
  })
  return [
    { path: '/', kind: 'store', key: ({ query, url }) => homeKey(query, url) },
    { path: '/checkout', kind: 'checkout', key: () => '/checkout' },
    { path: '/admin', kind: 'admin', key: () => '/admin' },
    secret({ pathTo: receiptPath, none: NO_RECEIPT, find: (text) => showReceipt(db, text, now()) }),
    secret({
      pathTo: confirmPath,
      none: NO_LINK,
      find: (text) => showConfirmation(db, text, now()),
    }),
    secret({ pathTo: leavePath, none: NO_LINK, find: (text) => showSubscription(db, text) }),
    {
      path: '/pages/:slug',
      kind: 'store',
      key: (request) => placeOfContentPage(request, contentPages),
    },
  ]
}

/** Published pages are shared, old slugs lead on, and the desk reads its drafts privately. */
async function placeOfContentPage(
  request: FastifyRequest,
  pages: ContentPages,
): Promise<PagePlace> {
  const { slug } = request.params as { slug: string }
  if (slug === '') return NOT_FOUND_PAGE
  if (!isSlug(slug)) return MISSING_CONTENT_PAGE
  const { published, moved } = await pages.addresses()
  if (published.has(slug)) return `/pages/${slug}`
  const movedTo = moved.get(slug)
  if (movedTo) return { movedTo: `/pages/${movedTo}` }
  return (await pages.isAtDesk(request)) ? null : MISSING_CONTENT_PAGE
}

type SecretPlace = {
  pathTo: (secret: string) => string
  none: string
  find: (secret: string) => Promise<object | null>
  countGuess: SecretPages['countGuess']
}

/** What a secret opens is for its reader alone; what opens nothing is one cached page. */
async function placeOfSecret(
  request: FastifyRequest,
  { pathTo, none, find, countGuess }: SecretPlace,
): Promise<PagePlace> {
  const { secret } = request.params as { secret: string }
  if (await find(secret)) return null
  await countGuess(request)
  return pathTo(none)
}

type LoadContext = Reader & { now: Date; limit?: number | undefined }

type Loader<Output> = (db: Db, lastSegment: string, context: LoadContext) => Promise<Output | null>

type PageEndpoint =
  | typeof productsEndpoint
  | typeof settingsEndpoint
  | typeof marketDaysEndpoint
  | typeof pageLinksEndpoint
  | typeof contentPageEndpoint
  | typeof receiptEndpoint
  | typeof confirmationEndpoint
  | typeof subscriptionEndpoint

type PageQuestions = {
  [Ref in PageEndpoint as Ref['path']]: Loader<OutputOf<NonNullable<Ref['endpoint']>>>
}

/** The same questions as over HTTP, for one reader; null for what does not exist. */
const PAGE_QUESTIONS = {
  [productsEndpoint.path]: (db, _, { limit }) =>
    limit === undefined ? listProducts(db) : listFirstProducts(db, limit),
  [settingsEndpoint.path]: readPublicSettings,
  [marketDaysEndpoint.path]: (db, _, { now }) => listOrderingCalendar(db, now),
  [pageLinksEndpoint.path]: listPageLinks,
  [contentPageEndpoint.path]: findPage,
  [receiptEndpoint.path]: (db, secret, { now }) => showReceipt(db, secret, now),
  [confirmationEndpoint.path]: (db, secret, { now }) => showConfirmation(db, secret, now),
  [subscriptionEndpoint.path]: showSubscription,
} satisfies PageQuestions

/** By what stands before a path's parameter, or the whole path where there is none. */
const QUESTIONS_BY_START = new Map<string, Loader<unknown>>(
  Object.entries(PAGE_QUESTIONS).map(([path, answer]) => [path.replace(/\{.*/, ''), answer]),
)

/** Answers from one snapshot. @throws Error for a question no page may ask */
export function answerQuestions(db: Db, context: LoadContext): Load {
  return async (apiPath, limit) => {
    const start = apiPath.slice(0, apiPath.lastIndexOf('/') + 1)
    const answer = QUESTIONS_BY_START.get(apiPath) ?? QUESTIONS_BY_START.get(start)
    if (!answer) throw new Error(`No page may ask ${apiPath}.`)
    return answer(db, decodeURIComponent(apiPath.slice(start.length)), { ...context, limit })
  }
}

/** The home page is kept filtered by each word, whole, and as it is. */
function homeKey(query: unknown, url: string): string {
  const address = categoryAddress(categoryIn(url.replace(/^[^?]*/, '')))
  return address === '/' && wantsAll(query) ? '/?all=1' : address
}

function wantsAll(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'all' in query && query.all === '1'
}

export async function listedPages(db: Db): Promise<ListedPage[]> {
  const pages = await listPublishedPages(db)
  const listed = pages.map(({ slug, updatedAt }) => ({
    path: `/pages/${slug}`,
    changedAt: updatedAt,
  }))
  return [{ path: '/', changedAt: null }, ...listed]
}
