import { categoryAddress, categoryIn } from './categories.ts'

export const SHOP_WORKER = '/shop-worker.js'

/** What the worker asks whenever it starts with a connection: which release there is, and whether it may stay. */
export const SHOP_WORKER_STATE = '/shop-worker.json'

export type ShopWorkerState = { kill: boolean; release: string }

/** What a page that the worker did not bring tells it: the addresses of all it has loaded. */
export type SeenByPage = { seen: string[] }

export type CachedKind = 'page' | 'asset' | 'picture'

type WorkerRequest = { method: string; url: URL; origin: string; isNavigation: boolean }

/**
 * As what an answer may be kept for a time without a connection; null for all else, which the worker leaves alone:
 * calls, the checkout, the desk, receipts, the live connection, other sites, and whatever is no plain GET.
 */
export function cachedKind({
  method,
  url,
  origin,
  isNavigation,
}: WorkerRequest): CachedKind | null {
  if (method !== 'GET' || url.origin !== origin) return null
  if (/^\/assets\/[\w.-]+$/.test(url.pathname)) return 'asset'
  if (/^\/uploads\/[\w.-]+$/.test(url.pathname)) return 'picture'
  return isNavigation && cachedAddress(url) !== null ? 'page' : null
}

/** The address a page is kept under: one for all that show the same; null for a page that is not kept. */
export function cachedAddress({ pathname, search }: URL): string | null {
  if (/^\/(?:p|pages)\/[^/]+$/.test(pathname)) return pathname
  if (pathname !== '/' || new URLSearchParams(search).get('all') === '1') return null
  return categoryAddress(categoryIn(search))
}
