import type { FastifyRequest } from 'fastify'
import { pages } from '#contract/pages/pages.ts'
import { type Changes, cacheByChange, countIfAlone } from '#server/db/cache-by-version.ts'
import { type App, jsonOf, serve, serveCached } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { changePage, createPage, deletePage } from './edit-page.ts'
import { ANYONE, listPageLinks, listPages, requirePage } from './page-queries.ts'
import { listVersions } from './page-versions.ts'
import { sanitizePage } from './sanitize-page.ts'

export function contentPageRoutes(
  app: App,
  shop: Shop,
  {
    isAtDesk,
    changes,
  }: { isAtDesk: (request: FastifyRequest) => Promise<boolean>; changes: Changes },
): void {
  const readLinks = async () => Buffer.from(jsonOf(pages.links, await listPageLinks(shop.db)))
  const readPage = async (slug: string) =>
    Buffer.from(jsonOf(pages.bySlug, await requirePage(shop.db, slug, ANYONE)))
  const pageForAnyone = cacheByChange(changes, readPage)
  serve(app, pages.list, () => listPages(shop.db))
  serveCached(app, pages.links, cacheByChange(changes, readLinks), countIfAlone(changes))
  serve(
    app,
    pages.bySlug,
    ({ params }) => requirePage(shop.db, params.slug, { isAtDesk: true }),
    async ({ params }, { request }) =>
      (await isAtDesk(request)) ? null : pageForAnyone(params.slug),
  )
  serve(app, pages.preview, ({ body }) => sanitizePage(body.content))
  serve(app, pages.create, ({ body }) => createPage(shop, body, shop.now()))
  serve(app, pages.update, ({ params, body }) => changePage(shop, params.id, body, shop.now()))
  serve(app, pages.versions, ({ params }) => listVersions(shop.db, params.id))
  serve(app, pages.delete, ({ params }) => deletePage(shop.db, params.id, shop.now()))
}
