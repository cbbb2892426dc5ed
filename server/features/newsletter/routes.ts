import { newsletter } from '#contract/newsletter.ts'
import { Refusal } from '#server/http/errors.ts'
import { type App, serve, serveFile } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { exportSubscribers } from './export-subscribers.ts'
import { removeSubscriber } from './remove-subscriber.ts'
import { subscribe } from './subscribe.ts'
import { listSubscribers } from './subscriber-queries.ts'

/** Subscriptions from one address in an hour: a crowd at the market shares one, a script wants more. */
const MOST_AN_HOUR = 200

/** Needs `@fastify/rate-limit` on the app. */
export function newsletterRoutes(app: App, shop: Shop, { limits }: { limits: boolean }): void {
  const count = app.createRateLimit({ max: MOST_AN_HOUR, timeWindow: '1 hour' })
  serve(app, newsletter.subscribe, async ({ body }, { request }) => {
    const tries = limits ? await count(request) : null
    if (tries && !tries.isAllowed && tries.isExceeded) {
      const message = 'Too many subscriptions from here. Please try again later.'
      throw new Refusal('too-often', message, { retryAfter: tries.ttlInSeconds })
    }
    await subscribe(shop.db, body.email, shop.now())
    return { message: 'Thanks for subscribing to our newsletter! 🌱' }
  })
  serve(app, newsletter.subscribers, () => listSubscribers(shop.db))
  serveFile(app, newsletter.export, async () => ({
    fileName: 'subscribers.csv',
    content: await exportSubscribers(await listSubscribers(shop.db)),
  }))
  serve(app, newsletter.remove, async ({ query }) => {
    await removeSubscriber(shop.db, query.email, shop.now())
    return undefined
  })
}
