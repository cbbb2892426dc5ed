import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { goods, overLimit } from '../orders/order-changes.ts'
import { byId, calendarDay, id, instant, plainText } from '../shapes.ts'

const NO_SHOW_DECISIONS = ['keep', 'next_day', 'give_away', 'cancel'] as const
export type NoShowDecision = (typeof NO_SHOW_DECISIONS)[number]

const noShow = z.object({
  id,
  customerName: z.string(),
  customerPhone: z.nullable(z.string()),
  boxes: z.int(),
  isPacked: z.boolean(),
  items: z.array(z.object({ name: z.string(), units: z.int() })),
  left: z.number(),
  paidByHand: z.number(),
  isUnpaid: z.boolean(),
  keptUntil: z.nullable(z.string()),
  isKept: z.boolean(),
  revision: z.int(),
  canNotifyBuyer: z.boolean(),
  /** Ordered in the shop, to be paid at pickup. */
  orderedOnline: z.optional(z.literal(true)),
})
export type NoShow = z.output<typeof noShow>

const missedDay = z.object({
  id,
  day: z.string(),
  placeName: z.string(),
  closesAt: instant,
  /** Phones that may still hold notes about the day: wait for them first. */
  unheard: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      heardAt: z.nullable(instant),
      waiting: z.int(),
    }),
  ),
  orders: z.array(noShow),
})
export type MissedDay = z.output<typeof missedDay>

const decisionDraft = z
  .strictObject({
    /** Idempotency key: a UUID from the page. */
    id: z.uuid('That is not the id of a decision.').check(z.toLowerCase()),
    decision: z.enum(NO_SHOW_DECISIONS, 'Please choose what to do with this order.'),
    keepUntil: z.optional(calendarDay),
    moveTo: z.optional(id),
    goods: z.optional(goods),
    message: plainText(1000, 'Please write a message.').check(z.trim()),
    revision: z.optional(z.int()),
    /** Its customer may no longer pay at pickup. */
    refusesPickupPay: z.optional(z.boolean()),
  })
  .check(
    z.refine(({ decision, keepUntil }) => (decision === 'keep') === (keepUntil !== undefined), {
      message: 'Please choose a day.',
      path: ['keepUntil'],
    }),
    z.refine(({ decision, moveTo }) => (decision === 'next_day') === (moveTo !== undefined), {
      message: 'Please choose a market day.',
      path: ['moveTo'],
    }),
    z.refine(({ decision, goods }) => (decision === 'cancel') === (goods !== undefined), {
      message: 'Please say whether these can still be sold.',
      path: ['goods'],
    }),
  )
export type NoShowDraft = z.output<typeof decisionDraft>

const decided = z.object({
  isDecided: z.boolean(),
  revision: z.int(),
  refunded: z.number(),
  /** The new day's maximum after this; null if it has room, or no maximum. */
  most: z.nullable(z.int()),
  /** Limits the new day would exceed; only in the preview. */
  overLimits: z.optional(z.array(overLimit)),
  notifiesBuyer: z.boolean(),
})
export type DecidedNoShow = z.output<typeof decided>

export const noShows = {
  list: deskEndpoint('never', 'GET /api/no-shows', {
    summary: 'Orders that were not picked up on market days of the last two weeks, by day.',
    output: z.array(missedDay),
  }),
  decide: deskEndpoint('if-refunds', 'POST /api/orders/{id}/no-show', {
    summary:
      'Keeps an order that was not picked up, moves it to another market day, gives its goods away or cancels it; without `revision`, only says what that would do.',
    params: byId,
    body: decisionDraft,
    output: decided,
  }),
  goOnWithout: deskEndpoint('never', 'POST /api/market-days/{id}/without-phone', {
    summary: 'Goes on without a phone not heard from since a market day closed.',
    params: byId,
    body: z.strictObject({
      phoneId: z.uuid('That is not the id of a phone.').check(z.toLowerCase()),
    }),
    output: z.array(missedDay),
  }),
}
