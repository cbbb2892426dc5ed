import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant } from './shapes.ts'

const session = z.object({ signedInAt: instant, expiresAt: instant })
export type AdminSession = z.output<typeof session>

const notices = z.object({
  /** While false, mails wait and nobody is written to. */
  mailConfigured: z.boolean(),
  /** Mails that were tried for three days in vain. */
  givenUpMails: z.int(),
  /** Refunds the card provider did not carry out. */
  failedRefunds: z.int(),
  /** `X-Forwarded-For` arrives and is not believed: all visitors share one address. */
  forwardedWithoutTrust: z.boolean(),
  /** What the daily look at the card provider found that nobody knows; null when nothing. */
  providerAlert: z.nullable(z.string()),
})
export type Notices = z.output<typeof notices>

export const admin = {
  login: endpoint({
    method: 'POST',
    path: '/api/admin/login',
    access: 'public',
    summary: 'Opens the desk for this browser.',
    body: z.strictObject({ password: z.string('Please enter the password.').check(z.maxLength(200)) }),
    output: session,
  }),
  session: endpoint({
    method: 'GET',
    path: '/api/admin/session',
    access: 'admin',
    summary: 'Who is signed in; 401 when nobody is.',
    output: session,
  }),
  notices: endpoint({
    method: 'GET',
    path: '/api/admin/notices',
    access: 'admin',
    summary: 'What the owner has to be warned of.',
    output: notices,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/admin/logout',
    access: 'public',
    summary: 'Signs this browser out.',
    output: z.undefined(),
    status: 204,
  }),
}
