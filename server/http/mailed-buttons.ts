import type { FastifyReply } from 'fastify'
import { isLinkSecret } from '#contract/mail/newsletter-link.ts'
import type { App } from './endpoints.ts'
import { PRIVATE_HEADERS } from './headers.ts'

/** In bytes: a button's form, or a mail program's one-click request. */
const MAX_FORM = 4096

type Press = (secret: string, sent: unknown, reply: FastifyReply) => Promise<unknown>

/** Buttons on pages that mailed links open, by path with `:secret`; a link only shows the page. */
export async function serveMailedButtons(app: App, presses: Record<string, Press>): Promise<void> {
  await app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_FORM }, (_, body, done) =>
      done(null, body),
    )
    const options = { config: { access: 'public' as const }, bodyLimit: MAX_FORM }
    for (const [path, press] of Object.entries(presses))
      forms.post<{ Params: { secret: string } }>(path, options, ({ params, body }, reply) =>
        press(ownSecret(params.secret), body, reply.headers(PRIVATE_HEADERS)),
      )
  })
}

/** Keeps a secret of another shape from coming back in a header. */
function ownSecret(secret: string): string {
  return isLinkSecret(secret) ? secret : 'unknown'
}
