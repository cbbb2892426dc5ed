import type { FastifyRequest } from 'fastify'
import { newsletter } from '#contract/newsletter.ts'
import { confirmPath, isLinkSecret, leavePath } from '#contract/newsletter-link.ts'
import { PRIVATE_HEADERS } from '#server/http/headers.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import {
  confirmSubscription,
  leaveNewsletter,
  showConfirmation,
  showSubscription,
} from './subscription.ts'

/** A button's form, or a mail program's one click, in bytes. */
const MAX_FORM = 4096

/** What stands in the forms of our own pages; whoever sends none is a mail program. */
const FROM_PAGE = 'from=page'

/** Links in mails only show a page; its button, or a mail program's, sends a POST. */
export async function linkRoutes(app: App, shop: Shop): Promise<void> {
  serve(app, newsletter.confirmation, ({ params }) =>
    showConfirmation(shop.db, params.secret, shop.now()),
  )
  serve(app, newsletter.subscription, ({ params }) => showSubscription(shop.db, params.secret))
  await app.register(async (forms) => takeForms(forms, shop))
}

/** Forms of any kind are read as text: the secret in the address is all that counts. */
function takeForms(forms: App, shop: Shop): void {
  forms.removeAllContentTypeParsers()
  forms.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_FORM }, (_, body, done) =>
    done(null, body),
  )
  const options = { config: { access: 'public' as const }, bodyLimit: MAX_FORM }
  forms.post(confirmPath(':secret'), options, async (request, reply) => {
    const secret = secretOf(request)
    await confirmSubscription(shop.db, secret, shop.now())
    return reply.headers(PRIVATE_HEADERS).redirect(confirmPath(secret), 303)
  })
  forms.post(leavePath(':secret'), options, async (request, reply) => {
    const secret = secretOf(request)
    await leaveNewsletter(shop.db, secret, shop.now())
    reply.headers(PRIVATE_HEADERS)
    if (request.body === FROM_PAGE) return reply.redirect(leavePath(secret), 303)
    // Mail programs follow no redirects (RFC 8058), and who is not known gets no letter either.
    return reply.type('text/plain; charset=utf-8').send('You are unsubscribed from our newsletter.')
  })
}

/** A secret of another shape is nobody's, and must not come back in a header. */
function secretOf(request: FastifyRequest): string {
  const { secret } = request.params as { secret: string }
  return isLinkSecret(secret) ? secret : 'unknown'
}
