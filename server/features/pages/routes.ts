import type { FastifyRequest } from 'fastify'
import { pages } from '#contract/pages.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { changePage, createPage, deletePage } from './edit-page.ts'
import { listPages, requirePage } from './find-page.ts'
import { listPageLinks } from './page-queries.ts'
import { listVersions } from './page-versions.ts'
import { sanitizePage } from './sanitize-page.ts'

/** `isAtDesk` says whether a request comes from the signed-in farmer. */
export function contentPageRoutes(
  app: App,
  shop: Shop,
  isAtDesk: (request: FastifyRequest) => Promise<boolean>,
): void {
  serve(app, pages.list, () => listPages(shop.db))
  serve(app, pages.links, () => listPageLinks(shop.db))
  serve(app, pages.bySlug, async ({ params }, { request }) =>
    requirePage(shop.db, params.slug, { isAtDesk: await isAtDesk(request) }),
  )
  serve(app, pages.preview, ({ body }) => sanitizePage(body.content))
  serve(app, pages.create, ({ body }) => createPage(shop.db, body, shop.now()))
  serve(app, pages.update, ({ params, body }) => changePage(shop.db, params.id, body, shop.now()))
  serve(app, pages.versions, ({ params }) => listVersions(shop.db, params.id))
  serve(app, pages.delete, ({ params }) => deletePage(shop.db, params.id, shop.now()))
}
