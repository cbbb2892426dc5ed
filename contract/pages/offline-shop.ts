import { categoryAddress, categoryIn } from '../products/categories.ts'

export const SHOP_WORKER = '/shop-worker.js'

/** Fetched by the worker on each start with a connection: the release, and whether to stay. */
export const SHOP_WORKER_STATE = '/shop-worker.json'

export type ShopWorkerState = { kill: boolean; release: string }

export type SeenByPage = { seen: string[] }

export type CachedKind = 'page' | 'asset' | 'picture'

type WorkerRequest = { method: string; url: URL; origin: string; isNavigation: boolean }

/**
 * How to cache an answer for offline use; null: don't (calls, checkout, desk, receipts, live
 * connection, other sites, anything but a plain GET).
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

/** Pages that look the same share one address; null if not kept. */
export function cachedAddress({ pathname, search }: URL): string | null {
  if (/^\/(?:p|pages)\/[^/]+$/.test(pathname)) return pathname
  if (pathname !== '/' || new URLSearchParams(search).get('all') === '1') return null
  return categoryAddress(categoryIn(search))
}
