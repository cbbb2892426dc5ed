import { newsletter } from '#contract/newsletter.ts'
import { confirmPath, leavePath } from '#contract/newsletter-link.ts'
import { serveLinkForms } from '#server/http/link-forms.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import {
  confirmSubscription,
  leaveNewsletter,
  showConfirmation,
  showSubscription,
} from './subscription.ts'

/** The hidden field of our own pages' forms; a call without it comes from a mail program. */
const FROM_PAGE = 'from=page'

/** Links in mails only show a page; its button, or a mail program's, sends a POST. */
export async function linkRoutes(app: App, shop: Shop): Promise<void> {
  serve(app, newsletter.confirmation, ({ params }) =>
    showConfirmation(shop.db, params.secret, shop.now()),
  )
  serve(app, newsletter.subscription, ({ params }) => showSubscription(shop.db, params.secret))
  await serveLinkForms(app, {
    [confirmPath(':secret')]: async (secret, _, reply) => {
      await confirmSubscription(shop.db, secret, shop.now())
      return reply.redirect(confirmPath(secret), 303)
    },
    [leavePath(':secret')]: async (secret, sent, reply) => {
      await leaveNewsletter(shop.db, secret, shop.now())
      if (sent === FROM_PAGE) return reply.redirect(leavePath(secret), 303)
      // Mail programs follow no redirects (RFC 8058), and who is not known gets no letter either.
      return reply
        .type('text/plain; charset=utf-8')
        .send('You are unsubscribed from our newsletter.')
    },
  })
}
