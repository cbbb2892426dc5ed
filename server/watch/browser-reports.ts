import { partBroke } from '#contract/pages/page-parts.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import { strangersLimit } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'

/** A few reports show a broken release, and nobody can fill the log. */
const LIMIT = { most: 200, message: 'Too many reports from here.' }

export function brokenPartRoute(app: App, shop: Shop, { limits }: { limits: boolean }): void {
  const { countAddress, countShop } = strangersLimit(shop.now, LIMIT)
  serve(app, partBroke, async ({ body: { part } }, { request }) => {
    if (limits) for (const count of [countAddress, countShop]) count(request)
    shop.report(`draw a part of a page: ${part}`, new Error('A browser could not go on drawing.'))
  })
}
