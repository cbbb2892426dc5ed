import type { FastifyRequest } from 'fastify'
import { confirmPath, leavePath, NO_LINK } from '#contract/mail/newsletter-link.ts'
import { waitPath } from '#contract/mail/waiting-link.ts'
import { STALL_PAGE } from '#contract/market/stall-page.ts'
import { pickupPath } from '#contract/orders/pickup-link.ts'
import { NO_RECEIPT, receiptPath } from '#contract/orders/receipt-link.ts'
import { isSlug, MISSING_SLUG } from '#contract/pages/slug.ts'
import { categoryAddress, categoryIn } from '#contract/products/categories.ts'
import {
  GONE_PRODUCT_PATH,
  MISSING_PRODUCT_PATH,
  productIdIn,
} from '#contract/products/product-path.ts'
import type { Db } from './db/write.ts'
import { showRequest } from './features/checkout/place-at-pickup.ts'
import { showConfirmation, showSubscription } from './features/newsletter/subscription.ts'
import { showReceipt } from './features/orders/show-receipt.ts'
import { listPublishedPages, type PageAddresses } from './features/pages/page-queries.ts'
import { listProductPages, type ProductPaths } from './features/products/product-queries.ts'
import { showWait } from './features/waiting-list/join-list.ts'
import { NOT_FOUND_PAGE, type PageRoute, type PageTarget, withoutStrayEnd } from './http/pages.ts'
import type { ListedPage } from './http/site-files.ts'

type PageSources = {
  db: Db
  now: () => Date
  addresses: () => Promise<PageAddresses>
  productPaths: () => Promise<ProductPaths>
  isAtDesk: (request: FastifyRequest) => Promise<boolean>
  /** Called for every secret that opens nothing. @throws Refusal 'too-often' for many tries */
  countGuess: (request: FastifyRequest) => void
}

const MISSING_CONTENT_PAGE = `/pages/${MISSING_SLUG}`

export function pageRoutes(sources: PageSources): PageRoute[] {
  const { db, now, countGuess } = sources
  const secretPage = (
    pathTo: (secret: string) => string,
    none: string,
    find: (db: Db, secret: string, now: Date) => Promise<object | null>,
  ): PageRoute => ({
    path: pathTo(':secret'),
    kind: 'private',
    key: async (request) => {
      const { secret } = request.params as { secret: string }
      const plain = withoutStrayEnd(secret)
      if (plain !== secret && /^[\w-]+$/.test(plain)) return { movedTo: pathTo(plain) }
      if (await find(db, secret, now())) return null
      countGuess(request)
      return pathTo(none)
    },
  })
  return [
    { path: '/', kind: 'store', key: ({ url }) => homeKey(url) },
    { path: '/checkout', kind: 'checkout', key: () => '/checkout' },
    { path: '/admin', kind: 'admin', key: () => '/admin' },
    { path: STALL_PAGE, kind: 'stall', key: () => STALL_PAGE },
    secretPage(pickupPath, NO_LINK, showRequest),
    secretPage(receiptPath, NO_RECEIPT, showReceipt),
    secretPage(confirmPath, NO_LINK, showConfirmation),
    secretPage(waitPath, NO_LINK, showWait),
    secretPage(leavePath, NO_LINK, showSubscription),
    { path: '/pages/:slug', kind: 'store', key: (request) => placeOfContentPage(request, sources) },
    { path: '/p/:product', kind: 'store', key: (request) => placeOfProduct(request, sources) },
  ]
}

async function placeOfContentPage(
  request: FastifyRequest,
  { addresses, isAtDesk }: PageSources,
): Promise<PageTarget> {
  const { slug } = request.params as { slug: string }
  if (slug === '') return NOT_FOUND_PAGE
  const plain = withoutStrayEnd(slug)
  if (plain !== slug && isSlug(plain)) return { movedTo: `/pages/${plain}` }
  if (!isSlug(slug)) return MISSING_CONTENT_PAGE
  const { published, moved } = await addresses()
  if (published.has(slug)) return `/pages/${slug}`
  const movedTo = moved.get(slug)
  if (movedTo) return { movedTo: `/pages/${movedTo}` }
  return (await isAtDesk(request)) ? null : MISSING_CONTENT_PAGE
}

/** One URL per product, where others with its number redirect; one page for all that left. */
async function placeOfProduct(
  request: FastifyRequest,
  { productPaths }: PageSources,
): Promise<PageTarget> {
  const { product } = request.params as { product: string }
  const id = productIdIn(product)
  const path = id === null ? undefined : (await productPaths()).get(id)
  if (path === undefined) return MISSING_PRODUCT_PATH
  if (path === null) return GONE_PRODUCT_PATH
  return path === `/p/${product}` ? path : { movedTo: path }
}

/** Cached once per filter word, once in full (`?all=1`), and once as is. */
function homeKey(url: string): string {
  const search = url.replace(/^[^?]*/, '')
  const address = categoryAddress(categoryIn(search))
  return address === '/' && new URLSearchParams(search).get('all') === '1' ? '/?all=1' : address
}

export async function listedPages(db: Db): Promise<ListedPage[]> {
  const pages = await listPublishedPages(db)
  const listed = pages.map(({ slug, updatedAt }) => ({
    path: `/pages/${slug}`,
    changedAt: updatedAt,
  }))
  return [{ path: '/', changedAt: null }, ...(await listProductPages(db)), ...listed]
}
