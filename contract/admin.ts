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
  /** Why the last backup failed; null when none did since the last one that is kept. */
  backupFailure: z.nullable(z.string()),
  /** What is left on the disk, in megabytes, where it is little; null when it is enough. */
  scarceMegabytes: z.nullable(z.int()),
})
export type Notices = z.output<typeof notices>

/** The shortest and the longest password of the desk, in characters. */
export const SHORTEST_PASSWORD = 8
export const LONGEST_PASSWORD = 200

const newPassword = z
  .string('Please enter a new password.')
  .check(
    z.minLength(SHORTEST_PASSWORD, `At least ${SHORTEST_PASSWORD} characters, please.`),
    z.maxLength(LONGEST_PASSWORD, `At most ${LONGEST_PASSWORD} characters, please.`),
  )

/** The password in use, and the one that takes its place. */
export const passwordChange = z.strictObject({
  currentPassword: z
    .string('Please enter the current password.')
    .check(z.minLength(1, 'Please enter the current password.'), z.maxLength(LONGEST_PASSWORD)),
  newPassword,
})
export type PasswordChange = z.output<typeof passwordChange>

export const admin = {
  login: endpoint({
    method: 'POST',
    path: '/api/admin/login',
    access: 'public',
    summary: 'Opens the desk for this browser.',
    body: z.strictObject({ password: z.string('Please enter the password.').check(z.maxLength(LONGEST_PASSWORD)) }),
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
  password: endpoint({
    method: 'GET',
    path: '/api/admin/password',
    access: 'admin',
    summary: 'Whether the password is fixed by ADMIN_PASSWORD.',
    output: z.object({ isFixed: z.boolean() }),
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/api/admin/password',
    access: 'admin',
    summary: 'Changes the password and signs every other browser out.',
    body: passwordChange,
    output: z.undefined(),
    status: 204,
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
