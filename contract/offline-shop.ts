import { categoryAddress, categoryIn } from './products/categories.ts'

export const SHOP_WORKER = '/shop-worker.js'

/** The worker asks this at each start with a connection: the release, and whether it may stay. */
export const SHOP_WORKER_STATE = '/shop-worker.json'

export type ShopWorkerState = { kill: boolean; release: string }

/** A page tells the worker what it loaded without it. */
export type SeenByPage = { seen: string[] }

export type CachedKind = 'page' | 'asset' | 'picture'

type WorkerRequest = { method: string; url: URL; origin: string; isNavigation: boolean }

/**
 * How an answer may be kept for offline use; null for everything else, which the worker leaves
 * alone: calls, checkout, desk, receipts, the live connection, other sites, and anything but a
 * plain GET.
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

/** The address a page is kept under, shared by all that look the same; null if not kept. */
export function cachedAddress({ pathname, search }: URL): string | null {
  if (/^\/(?:p|pages)\/[^/]+$/.test(pathname)) return pathname
  if (pathname !== '/' || new URLSearchParams(search).get('all') === '1') return null
  return categoryAddress(categoryIn(search))
}
