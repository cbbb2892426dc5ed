import { letters } from '#contract/letters.ts'
import { newsletter } from '#contract/newsletter.ts'
import { snapshot } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { Refusal } from '#server/http/errors.ts'
import { type App, serve, serveFile } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { beginLetter } from './begin-letter.ts'
import { draftLetter } from './draft-letter.ts'
import { exportSubscribers } from './export-subscribers.ts'
import { listLetters } from './letter-queries.ts'
import { linkRoutes } from './link-routes.ts'
import { previewLetter } from './preview-letter.ts'
import { removeSubscriber } from './remove-subscriber.ts'
import { sendTestLetter } from './send-test-letter.ts'
import { subscribe } from './subscribe.ts'
import { countSubscribed, listSubscribers } from './subscriber-queries.ts'

/** Subscriptions from one address in an hour: a crowd at the market shares one, a script wants more. */
const MOST_AN_HOUR = 200

/** So many of the newest letters are shown. */
const MOST_SHOWN = 20

/** Needs `@fastify/rate-limit` on the app. */
export async function newsletterRoutes(app: App, shop: Shop, { limits }: { limits: boolean }): Promise<void> {
  const count = app.createRateLimit({ max: MOST_AN_HOUR, timeWindow: '1 hour' })
  serve(app, newsletter.subscribe, async ({ body }, { request }) => {
    const tries = limits ? await count(request) : null
    if (tries && !tries.isAllowed && tries.isExceeded) {
      const message = 'Too many subscriptions from here. Please try again later.'
      throw new Refusal('too-often', message, { retryAfter: tries.ttlInSeconds })
    }
    await subscribe(shop, body.email)
    return { message: 'Thanks for subscribing to our newsletter! 🌱' }
  })
  await linkRoutes(app, shop)
  subscriberRoutes(app, shop)
  letterRoutes(app, shop)
}

function subscriberRoutes(app: App, shop: Shop): void {
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

function letterRoutes(app: App, shop: Shop): void {
  serve(app, letters.list, () =>
    snapshot(shop.db, async (db) => ({
      subscribers: await countSubscribed(db),
      mailConfigured: shop.mail !== null,
      testTo: await readSetting(db, 'contact_email'),
      letters: await listLetters(db, MOST_SHOWN),
    })),
  )
  serve(app, letters.draft, () => draftLetter(shop))
  serve(app, letters.preview, ({ body }) => previewLetter(shop, body))
  serve(app, letters.test, async ({ body }) => {
    await sendTestLetter(shop, body)
    return undefined
  })
  serve(app, letters.send, ({ body }) => beginLetter(shop, body))
}
