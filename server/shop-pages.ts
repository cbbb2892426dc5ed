import { receiptPath } from '#contract/receipt-link.ts'
import type { Db } from './db/tables.ts'
import { showReceipt } from './features/orders/show-receipt.ts'
import { listProducts } from './features/products/product-queries.ts'
import { listSettings } from './features/settings/setting-queries.ts'
import type { PageRoute } from './http/pages.ts'
import type { Load } from './http/render-page.ts'
import type { ListedPage } from './http/site-files.ts'

/** Every page there is: the visible list. A page that is the same for everyone says under which of a few known keys it is kept. */
export function pageRoutes(): PageRoute[] {
  return [
    { path: '/', kind: 'store', key: ({ query }) => (asksForAll(query) ? '/?all=1' : '/') },
    { path: '/checkout', kind: 'checkout', key: () => '/checkout' },
    { path: '/admin', kind: 'admin', key: () => '/admin' },
    { path: receiptPath(':secret'), kind: 'store', key: () => null },
  ]
}

type Answer = (db: Db, lastSegment: string) => Promise<unknown>

/**
 * What a page may ask while it is rendered, by the call's path: the same questions as over HTTP, for an anonymous visitor.
 * A path that ends with a slash takes one more segment.
 */
const PAGE_QUESTIONS: Record<string, Answer> = {
  '/api/products': listProducts,
  '/api/settings': listSettings,
  '/api/receipts/': showReceipt,
}

/** Answers what the pages ask from one snapshot of the database. @throws Error for a question no page may ask */
export function answerQuestions(db: Db): Load {
  return async (apiPath) => {
    const start = apiPath.slice(0, apiPath.lastIndexOf('/') + 1)
    const answer = PAGE_QUESTIONS[apiPath] ?? PAGE_QUESTIONS[start]
    if (!answer) throw new Error(`No page may ask ${apiPath}.`)
    return answer(db, apiPath.slice(start.length))
  }
}

/** Visitors without scripts follow a link to the home page with every product. */
function asksForAll(query: unknown): boolean {
  return typeof query === 'object' && query !== null && 'all' in query && query.all === '1'
}

/** The pages that search engines may list. */
export async function listedPages(): Promise<ListedPage[]> {
  return [{ path: '/', changedAt: null }]
}
