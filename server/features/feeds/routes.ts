import { feeds } from '#contract/feeds.ts'
import { allowance } from '#server/core/token-bucket.ts'
import { type Changes, cacheByChange, countIfAlone } from '#server/db/cache-by-version.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import { addressOf } from '#server/http/address-key.ts'
import { type App, jsonOf, serveCached } from '#server/http/endpoints.ts'
import { FEED_HEADERS } from '#server/http/headers.ts'
import type { Shop } from '#server/shop.ts'
import { dayFeed, googleFeed, productFeed } from './product-feed.ts'

/** Per address. */
const RATE = { burst: 60, perSecond: 2 }
const TOO_OFTEN = 'Too many calls. Please ask again in a few seconds.'

export function feedRoutes(
  app: App,
  shop: Shop,
  { changes, limits }: { changes: Changes; limits: boolean },
): void {
  const allow = limits ? allowance(RATE, TOO_OFTEN) : () => {}
  const outward = {
    headers: FEED_HEADERS,
    count: (request: Parameters<typeof addressOf>[0]) =>
      allow(addressOf(request), shop.now().getTime()),
  }
  const serveFeed = (
    feed: (typeof feeds)[keyof typeof feeds],
    read: (db: Db, at: Date) => Promise<string>,
  ) => {
    const bytes = async () => Buffer.from(await snapshot(shop.db, (db) => read(db, shop.now())))
    serveCached(app, feed, cacheByChange(changes, bytes), countIfAlone(changes), outward)
  }
  serveFeed(feeds.products, async (db, at) =>
    jsonOf(feeds.products, await productFeed(db, shop.linkOrigin, at)),
  )
  serveFeed(feeds.google, (db, at) => googleFeed(db, shop.linkOrigin, at))
  serveFeed(feeds.days, (db, at) => dayFeed(shop, db, at))
}
