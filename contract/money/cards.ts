import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { CARD_STATES } from '../settings/first-steps.ts'
import { instant } from '../shapes.ts'

/** What a restricted key needs, in the words of Stripe's dashboard in November 2026. */
export const KEY_PERMISSIONS = [
  ['PaymentIntents', 'Write'],
  ['Charges', 'Read'],
  ['Refunds', 'Write'],
  ['Disputes', 'Read'],
  ['Balance transaction sources', 'Read'],
  ['Webhook Endpoints', 'Write'],
] as const

/** `permission`: what the key lacks, in Stripe's words. */
const cardStep = z.object({
  what: z.string(),
  state: z.enum(['waiting', 'ok', 'differs']),
  differs: z.nullable(z.string()),
  permission: z.nullable(z.string()),
})
export type CardStep = z.output<typeof cardStep>

/** `running` is known only to the server that checks, and lost when it stops. */
const cardCheck = z.object({
  state: z.enum(['none', 'running', 'passed', 'failed']),
  livemode: z.boolean(),
  at: z.nullable(instant),
  steps: z.array(cardStep),
})
export type CardCheck = z.output<typeof cardCheck>

const cardKeys = z.object({
  publishableKey: z.string(),
  /** The secret key's last four characters; the rest never leaves the server. */
  endsWith: z.string(),
  webhook: z.nullable(z.object({ heardAt: z.nullable(instant), fault: z.nullable(z.string()) })),
  /** Payments and refunds under way. */
  unsettled: z.int(),
  /** Orders charged in the last 120 days: without the keys, only Stripe can refund them. */
  refundable: z.int(),
})
export type CardKeys = z.output<typeof cardKeys>

const cardSetup = z.object({
  /** 'environment' means the server's variables, which win; null: not set. */
  setBy: z.nullable(z.enum(['environment', 'desk'])),
  /** Null if they can be set at the desk. */
  whyNot: z.nullable(z.string()),
  mode: z.enum(CARD_STATES),
  test: z.nullable(cardKeys),
  live: z.nullable(cardKeys),
  check: cardCheck,
})
export type CardSetup = z.output<typeof cardSetup>

const keyText = (pattern: RegExp, message: string) =>
  z.string(message).check(z.trim(), z.maxLength(300, message), z.regex(pattern, message))

export const cardsChange = z
  .strictObject({
    secretKey: keyText(
      /^[sr]k_(?:test|live)_\w+$/,
      'A secret key starts with rk_test_, rk_live_, sk_test_ or sk_live_.',
    ),
    publishableKey: keyText(
      /^pk_(?:test|live)_\w+$/,
      'A publishable key starts with pk_test_ or pk_live_.',
    ),
  })
  .check(
    z.refine((keys) => modeOf(keys.secretKey) === modeOf(keys.publishableKey), {
      path: ['publishableKey'],
      error: 'One of these keys is for testing and the other for real cards. Please use a pair.',
    }),
  )
export type CardsChange = z.output<typeof cardsChange>

export function modeOf(key: string): 'live' | 'test' {
  return /^\w\w_live_/.test(key) ? 'live' : 'test'
}

export const cardSettings = {
  show: deskEndpoint('never', 'GET /api/admin/cards', {
    summary: 'How cards are taken, who set it and how the last check went; never a secret key.',
    output: cardSetup,
  }),
  change: deskEndpoint('always', 'PUT /api/admin/cards', {
    summary: 'Checks a pair of keys at Stripe, and takes it if every step passes.',
    body: cardsChange,
    output: cardSetup,
  }),
  remove: deskEndpoint('always', 'POST /api/admin/cards/removal', {
    summary: 'Forgets the test or live keys that were set at the desk.',
    body: z.strictObject({ mode: z.enum(['test', 'live'], 'Please say which keys.') }),
    output: cardSetup,
  }),
}
