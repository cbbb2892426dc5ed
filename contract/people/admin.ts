import { z } from 'zod/mini'
import { deskEndpoint, publicEndpoint } from '../endpoint.ts'
import { byKey, instant } from '../shapes.ts'

/** A card was held, but the buyer left before the order was saved. The farmer may call. */
const missedOrder = z.object({
  id: z.string(),
  name: z.string(),
  phone: z.nullable(z.string()),
  /** In dollars. */
  total: z.number(),
  reason: z.string(),
  at: instant,
})
export type MissedOrder = z.output<typeof missedOrder>

export const missedOrders = {
  forget: deskEndpoint('never', 'DELETE /api/admin/missed-orders/{id}', {
    summary: 'Checks off an order that did not go through: name and phone are erased.',
    params: byKey('There is no such notice.'),
  }),
}

/** Moving money by hand, or changing who gets in, needs a sign-in no older than this. */
export const FRESH_MINUTES = 10

/** How long a browser stays signed in after its last use if that was ticked at the gate. */
export const KEPT_DAYS = 30

/** The tick at sign-in. */
export const keepSignedIn = z.optional(z.boolean())

export const adminSession = z.object({ signedInAt: instant, expiresAt: instant })
export type AdminSession = z.output<typeof adminSession>

export const CONTACT_KEYS = [
  'contact_phone',
  'contact_email',
  'business_address',
  'business_hours',
] as const

/** A signed-in browser; device and network are null if unknown. */
const deskSession = z.object({
  id: z.string(),
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  signedInAt: instant,
  seenAt: instant,
  person: z.string(),
  /** When it ends unless used again; null without the tick at sign-in. */
  keptUntil: z.nullable(instant),
  isThisOne: z.boolean(),
})
export type DeskSession = z.output<typeof deskSession>

/** Most harmful first. */
export const OVERDUE = ['capture', 'refund', 'release', 'mail', 'backup', 'copy'] as const
export type Overdue = (typeof OVERDUE)[number]

/** Faults that stop orders or put them on wrong days, most harmful first. */
export const FAULTS = ['disk-full', 'database-held', 'database-away', 'card-key', 'clock'] as const
export type Fault = (typeof FAULTS)[number]

const notices = z.object({
  faults: z.array(z.enum(FAULTS)),
  overdue: z.array(z.enum(OVERDUE)),
  /** While false, mails wait. */
  mailConfigured: z.boolean(),
  /** Mails about orders and market days that failed for three days. */
  givenUpMails: z.int(),
  givenUpReplies: z.int(),
  missedOrders: z.array(missedOrder),
  failedRefunds: z.int(),
  /** Their time passed while the shop was off, so the farmer decides. */
  missedLetters: z.int(),
  /** Turned off by the shop because nothing accepted its events. */
  hooksGivenUp: z.int(),
  /** `X-Forwarded-For` arrives untrusted, so all visitors share one address. */
  forwardedWithoutTrust: z.boolean(),
  providerAlert: z.nullable(z.string()),
  backupFailure: z.nullable(z.string()),
  /** Chosen while the shop couldn't send email, and in force only as long as it can't. */
  anyonePaysAtPickup: z.boolean(),
  /** Demo products that customers can order for real money. */
  demoForMoney: z.int(),
  unsaidContacts: z.array(z.enum(CONTACT_KEYS)),
  /** Null unless the disk is nearly full. */
  scarceMegabytes: z.nullable(z.int()),
  wrongTriesToday: z.int(),
  newerRelease: z.nullable(
    z.object({ version: z.string(), isSecurity: z.boolean(), news: z.string() }),
  ),
  passwordWarning: z.nullable(z.enum(['easy', 'made'])),
})
export type Notices = z.output<typeof notices>

export const MIN_PASSWORD_LENGTH = 8
export const MAX_PASSWORD_LENGTH = 200

const newPassword = z
  .string('Please enter a new password.')
  .check(
    z.minLength(MIN_PASSWORD_LENGTH, `At least ${MIN_PASSWORD_LENGTH} characters, please.`),
    z.maxLength(MAX_PASSWORD_LENGTH, `At most ${MAX_PASSWORD_LENGTH} characters, please.`),
  )

export const passwordChange = z.strictObject({
  currentPassword: z
    .string('Please enter the current password.')
    .check(z.minLength(1, 'Please enter the current password.'), z.maxLength(MAX_PASSWORD_LENGTH)),
  newPassword,
  /** Whether API tokens end too; by default they do. */
  endsTokens: z.optional(z.boolean()),
})
export type PasswordChange = z.output<typeof passwordChange>

export const admin = {
  login: publicEndpoint('POST /api/admin/login', {
    summary: 'Signs this browser in to the desk.',
    body: z.strictObject({
      password: z.string('Please enter the password.').check(z.maxLength(MAX_PASSWORD_LENGTH)),
      keep: keepSignedIn,
    }),
    output: adminSession,
  }),
  session: deskEndpoint('never', 'GET /api/admin/session', {
    helpers: true,
    summary: 'Who is signed in; 401 when nobody is.',
    output: z.extend(adminSession, {
      person: z.object({ name: z.string(), role: z.enum(['farmer', 'helper']) }),
      /** Whether moving money or changing access would ask for the password or passkey now. */
      asksAgain: z.boolean(),
    }),
  }),
  notices: deskEndpoint('never', 'GET /api/admin/notices', {
    summary: 'Warnings for the owner.',
    output: notices,
  }),
  password: deskEndpoint('never', 'GET /api/admin/password', {
    summary: 'Whether the password is fixed by ADMIN_PASSWORD.',
    output: z.object({ isFixed: z.boolean() }),
  }),
  changePassword: deskEndpoint('never', 'POST /api/admin/password', {
    summary: 'Changes the password and signs every other browser out.',
    body: passwordChange,
  }),
  logout: publicEndpoint('POST /api/admin/logout', {
    summary: 'Signs this browser out.',
  }),
  sessions: deskEndpoint('never', 'GET /api/admin/sessions', {
    summary: 'Every browser that is signed in: its device, its network, and when it was last seen.',
    output: z.array(deskSession),
  }),
  endSession: deskEndpoint('if-kept', 'DELETE /api/admin/sessions/{id}', {
    summary: 'Signs one browser out.',
    params: byKey('There is no such session.'),
  }),
  endOtherSessions: deskEndpoint('if-kept', 'DELETE /api/admin/sessions', {
    summary: 'Signs every other browser out.',
  }),
}
