import { letters } from '#contract/mail/letters.ts'
import { mailboxKey } from '#contract/mail/mail-address.ts'
import { newsletter } from '#contract/mail/newsletter.ts'
import { confirmPath, leavePath } from '#contract/mail/newsletter-link.ts'
import { DAY } from '#contract/time/durations.ts'
import { recordEvent } from '#server/core/audit.ts'
import { recentCounter } from '#server/core/sliding-window.ts'
import { snapshot } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { type App, serve, serveFile } from '#server/http/endpoints.ts'
import { serveMailedButtons } from '#server/http/mailed-buttons.ts'
import { strangersLimit } from '#server/http/rate-limit.ts'
import type { Shop } from '#server/shop.ts'
import { draftLetter } from './draft-letter.ts'
import { importSubscribers } from './import-subscribers.ts'
import { listLetters } from './letter-queries.ts'
import { changePlan, listPlanned, planLetter, takeBackPlan } from './plan-letter.ts'
import { beginLetter, previewLetter, readMailingAddress, sendTestLetter } from './send-letters.ts'
import { countSubscribed, listSubscribers } from './subscriber-queries.ts'
import {
  confirmSubscription,
  exportSubscribers,
  leaveNewsletter,
  removeSubscriber,
  showConfirmation,
  showSubscription,
  subscribe,
} from './subscription.ts'

const LIMIT = { most: 200, message: 'Too many subscriptions from here. Please try again later.' }

/** Per day, in all its spellings. */
const MAX_OF_MAILBOX = 3

const MAX_SHOWN = 20

const CONFIRM = 'Almost done! Check your email and click Confirm.'

export async function newsletterRoutes(app: App, shop: Shop, { limits }: { limits: boolean }) {
  const { countAddress, countShop } = strangersLimit(shop.now, LIMIT)
  const mailboxes = recentCounter(DAY)
  const isMeantTooOften = (email: string) => {
    const [mailbox, at] = [mailboxKey(email), shop.now().getTime()]
    const isTooOften = mailboxes.times(mailbox, at).length >= MAX_OF_MAILBOX
    if (!isTooOften) mailboxes.add(mailbox, at)
    return isTooOften
  }
  serve(app, newsletter.subscribe, async ({ body }, { request }) => {
    if (limits) countAddress(request)
    // The usual answer, so nobody learns who subscribed.
    const isLeftAlone = limits && isMeantTooOften(body.email)
    if (limits && !isLeftAlone) countShop(request)
    if (!isLeftAlone) await subscribe(shop, body.email)
    const message = 'Thanks for subscribing to our newsletter! 🌱'
    return shop.mail === null ? { message } : { message, next: CONFIRM }
  })
  await linkRoutes(app, shop)
  subscriberRoutes(app, shop)
  letterRoutes(app, shop)
}

function subscriberRoutes(app: App, shop: Shop): void {
  serve(app, newsletter.subscribers, () => listSubscribers(shop.db))
  serveFile(app, newsletter.export, async () => {
    await recordEvent(shop.db, { action: 'exported', subject: 'subscribers' }, shop.now())
    return {
      fileName: 'subscribers.csv',
      content: await exportSubscribers(await listSubscribers(shop.db)),
    }
  })
  serve(app, newsletter.import, ({ body }) => importSubscribers(shop, body))
  serve(app, newsletter.remove, ({ query }) => removeSubscriber(shop.db, query.email, shop.now()))
}

function letterRoutes(app: App, shop: Shop): void {
  serve(app, letters.list, () =>
    snapshot(shop.db, async (db) => ({
      subscribers: await countSubscribed(db),
      mailConfigured: shop.mail !== null,
      testTo: await readSetting(db, 'contact_email'),
      postalAddress: await readMailingAddress(db),
      planned: await listPlanned(db, shop.now()),
      letters: await listLetters(db, MAX_SHOWN),
    })),
  )
  serve(app, letters.draft, () => draftLetter(shop))
  serve(app, letters.preview, ({ body }) => previewLetter(shop, body))
  serve(app, letters.test, ({ body }) => sendTestLetter(shop, body))
  serve(app, letters.send, ({ body }) => beginLetter(shop, body))
  serve(app, letters.plan, ({ body }) => planLetter(shop, body))
  serve(app, letters.changePlan, ({ params, body }) => changePlan(shop, params.id, body))
  serve(app, letters.takeBack, ({ params }) => takeBackPlan(shop, params.id))
}

/** Hidden field of our own forms; a request without it comes from a mail client. */
const FROM_PAGE = 'from=page'

/** Links in mails only show a page; its button, or a mail client, sends a POST. */
async function linkRoutes(app: App, shop: Shop): Promise<void> {
  serve(app, newsletter.confirmation, ({ params }) =>
    showConfirmation(shop.db, params.secret, shop.now()),
  )
  serve(app, newsletter.subscription, ({ params }) => showSubscription(shop.db, params.secret))
  await serveMailedButtons(app, {
    [confirmPath(':secret')]: async (secret, _, reply) => {
      await confirmSubscription(shop.db, secret, shop.now())
      return reply.redirect(confirmPath(secret), 303)
    },
    [leavePath(':secret')]: async (secret, sent, reply) => {
      await leaveNewsletter(shop.db, secret, shop.now())
      if (sent === FROM_PAGE) return reply.redirect(leavePath(secret), 303)
      // Mail clients follow no redirects (RFC 8058); unknown addresses get no letters anyway.
      return reply
        .type('text/plain; charset=utf-8')
        .send('You are unsubscribed from our newsletter.')
    },
  })
}
