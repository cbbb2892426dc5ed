import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { IF_SHORT } from '../orders/if-short.ts'
import { goods } from '../orders/order-changes.ts'
import { countedUnits } from '../products/unit-counts.ts'
import { id, plainText } from '../shapes.ts'
import { dayInPath, ofPlace } from './packing.ts'

export const MAX_SHORT_ORDERS = 200

const upToMost = z.maxLength(MAX_SHORT_ORDERS, `At most ${MAX_SHORT_ORDERS} orders, please.`)
const ids = z.array(id).check(upToMost)

const shortDraft = z.strictObject({
  /** Idempotency key: a UUID from the page. */
  id: z.uuid('That is not an id.').check(z.toLowerCase()),
  productId: id,
  have: countedUnits,
  /** `own`: as `gets` says; orders it does not name get everything. */
  rule: z.enum(['fair', 'first', 'own'], 'Please choose who gets how many.'),
  gets: z.optional(z.array(z.strictObject({ orderId: id, units: countedUnits })).check(upToMost)),
  /** For buyers who accept a substitute; absent: the shop's suggestion. */
  substituteId: z.optional(z.nullable(id)),
  refundInstead: z.optional(ids),
  called: z.optional(ids),
  goods,
  takesOff: z.boolean('Please say yes or no.'),
  reason: plainText(200, 'Please write a reason.').check(z.trim()),
  /** The plan's hash: applied exactly as shown, or not at all. */
  confirm: z.optional(z.string().check(z.maxLength(100))),
})
export type ShortDraft = z.output<typeof shortDraft>

/** `left`: already has its goods; `waits` for a call; `ended`: nothing left, so canceled. */
const OUTCOMES = ['all', 'left', 'waits', 'fewer', 'ended'] as const
export type ShortOutcome = (typeof OUTCOMES)[number]

const shortOrder = z.object({
  id,
  customerName: z.string(),
  phone: z.nullable(z.string()),
  ifShort: z.nullable(z.enum(IF_SHORT)),
  ordered: z.int(),
  gets: z.int(),
  outcome: z.enum(OUTCOMES),
  substituteUnits: z.int(),
  /** In dollars; `forgone` isn't refunded because nothing is left to refund. */
  refunded: z.number(),
  forgone: z.number(),
  isTold: z.boolean(),
})
export type ShortOrder = z.output<typeof shortOrder>

const offer = z.object({ productId: id, name: z.string(), price: z.number(), stock: z.int() })

/** `refunded` in dollars. */
const totals = z.object({
  changed: z.int(),
  ended: z.int(),
  refunded: z.number(),
  mails: z.int(),
  substituted: z.int(),
  calls: z.int(),
  takenOff: z.int(),
})
export type ShortTotals = z.output<typeof totals>

const shortPlan = z.object({
  productName: z.string(),
  need: z.int(),
  orders: z.array(shortOrder),
  substitute: z.nullable(offer),
  offers: z.array(offer),
  offered: z.int(),
  totals,
  confirm: z.string(),
})
export type ShortPlan = z.output<typeof shortPlan>

export const shortHarvest = {
  share: deskEndpoint('never', {
    method: 'POST',
    path: '/api/days/{day}/short',
    summary:
      'Shares out a harvest that is too small: fewer items, something similar or a refund, in one step; without `confirm`, only says what that would do.',
    params: dayInPath,
    query: ofPlace,
    body: shortDraft,
    output: z.object({
      /** Null for a plan. */
      done: z.nullable(totals),
      plan: shortPlan,
    }),
  }),
}
