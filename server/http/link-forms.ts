import type { FastifyReply } from 'fastify'
import { isLinkSecret } from '#contract/mail/newsletter-link.ts'
import { PRIVATE_HEADERS } from './headers.ts'
import type { App } from './serve.ts'

/** A button's form, or a mail program's one click, in bytes. */
const MAX_FORM = 4096

/** Answers who sent the form at the address with this secret; `sent` is its text. */
type Press = (secret: string, sent: unknown, reply: FastifyReply) => Promise<unknown>

/**
 * What the buttons send of pages that links in mails lead to, by path with `:secret`. The link
 * itself only shows the page. Forms of any kind are read as text: the secret is all that counts.
 */
export async function serveLinkForms(app: App, presses: Record<string, Press>): Promise<void> {
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

/** A secret of another shape is nobody's, and must not come back in a header. */
function ownSecret(secret: string): string {
  return isLinkSecret(secret) ? secret : 'unknown'
}
