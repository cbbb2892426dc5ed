import type { FastifyRequest } from 'fastify'
import type { Config } from './config/config.ts'
import { cacheByVersion } from './db/cache-by-version.ts'
import type { DataVersion } from './db/data-version.ts'
import { snapshot } from './db/write.ts'
import type { AdminSessions } from './features/admin/sessions.ts'
import { ANYONE, listPageAddresses } from './features/pages/find-page.ts'
import { listProductPaths } from './features/products/product-paths.ts'
import { createPageCache, type PageCache, uncached } from './http/page-cache.ts'
import { servePages } from './http/pages.ts'
import type { Pages } from './http/render-page.ts'
import type { App } from './http/serve.ts'
import { answerQuestions } from './page-questions.ts'
import type { Shop } from './shop.ts'
import { pageRoutes } from './shop-pages.ts'

type PageParts = { shop: Shop; config: Config; pages: Pages }

type Doors = {
  version: DataVersion
  sessions: AdminSessions
  /** Hears of every secret that opens nothing. @throws Refusal 'too-often' for who tries many */
  countGuess: (request: FastifyRequest) => void
}

/** Each page is rendered from one snapshot; the store's are cached until data changes. */
export function serveShopPages(
  app: App,
  { shop, config, pages }: PageParts,
  { version, sessions, countGuess }: Doors,
): PageCache {
  const { db, now } = shop
  const render = (path: string, at: number, reader = ANYONE) =>
    snapshot(db, (tx) =>
      pages.renderPage(path, answerQuestions(tx, { ...reader, now: now() }), {
        version: at,
        origin: config.publicUrl,
      }),
    )
  const renderForAnyone = (path: string, at: number) => render(path, at)
  const cache = pages.dev
    ? uncached(renderForAnyone)
    : createPageCache(version.current, renderForAnyone)
  const sources = {
    cache,
    renderPrivately: async (path: string, request: FastifyRequest) =>
      render(path, version.current(), { isAtDesk: await sessions.isOpen(request) }),
  }
  const addresses = cacheByVersion(version.current, () => listPageAddresses(db))
  const productPaths = cacheByVersion(version.current, () => listProductPaths(db))
  const contentPages = { addresses, isAtDesk: sessions.isOpen }
  const routes = pageRoutes(contentPages, productPaths, { db, now, countGuess })
  servePages(app, routes, sources, {
    publicUrl: config.publicUrl,
    cards: shop.payments.name,
    cdn: config.cdn,
    dev: pages.dev !== undefined,
  })
  return cache
}
