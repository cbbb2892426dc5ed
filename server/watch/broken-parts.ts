import { partBroke } from '#contract/pages/page-parts.ts'
import { HOUR } from '#contract/time/durations.ts'
import { rateLimit, shopAndNetworks } from '#server/http/rate-limit.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'

/** Per hour: a few reports show a broken release, and nobody can fill the log. */
const MAX_OF_ADDRESS = 20
const MAX_OF_SHOP = 200

export function brokenPartRoute(app: App, shop: Shop, { limits }: { limits: boolean }): void {
  const anHour = { within: HOUR, message: 'Too many reports from here.' }
  const countAddress = rateLimit(shop.now, { ...anHour, most: MAX_OF_ADDRESS })
  const countShop = rateLimit(shop.now, { ...anHour, most: MAX_OF_SHOP }, shopAndNetworks)
  serve(app, partBroke, async ({ body: { part } }, { request }) => {
    if (limits) for (const count of [countAddress, countShop]) count(request)
    shop.report(`draw a part of a page: ${part}`, new Error('A browser could not go on drawing.'))
  })
}
