import { z } from 'zod/mini'
import { WITHOUT_DAY } from '../calendar/without-day.ts'
import { deskEndpoint, type Shape } from '../endpoint.ts'
import { IF_SHORT } from '../orders/if-short.ts'
import { stateOfBox } from '../orders/order-box.ts'
import { goods } from '../orders/order-changes.ts'
import { ORDER_STATUSES } from '../orders/order-status.ts'
import { boxCount, countedUnits } from '../products/unit-counts.ts'
import { byId, calendarDay, id, optionalText, plainText } from '../shapes.ts'
import {
  bakeList,
  deliveryList,
  handOverList,
  harvestList,
  labelList,
  packList,
} from './packing-lists.ts'

const dayInPath = z.strictObject({
  day: z
    .union([z.literal(WITHOUT_DAY), calendarDay], 'Please write a day as YYYY-MM-DD.')
    .check(z.describe('A day, or `without-day`')),
})

export const ofPlace = z.strictObject({
  place: z.optional(
    plainText(100, 'There is no such place.').check(z.describe('Of this place alone, by its key')),
  ),
})

function list<const Name extends string, const Output extends Shape>(
  name: Name,
  { summary, output, isFor }: { summary: string; output: Output; isFor?: 'farmer' },
) {
  const helpers = isFor === 'farmer' ? {} : ({ helpers: true } as const)
  const of = { params: dayInPath, query: ofPlace }
  const listCall = { token: 'orders:read', ...of, ...helpers } as const
  return {
    show: deskEndpoint('never', `GET /api/days/{day}/${name}`, { ...listCall, summary, output }),
    export: deskEndpoint('never', `GET /api/days/{day}/${name}.csv`, {
      ...listCall,
      summary: `${summary} As a spreadsheet.`,
      output: z.string(),
      answers: 'text/csv; charset=utf-8',
    }),
  }
}

export const packing = {
  days: deskEndpoint('never', 'GET /api/days', {
    token: 'orders:read',
    helpers: true,
    summary: 'The days with lists, earliest first, each with its places.',
    output: z.object({
      today: z.string(),
      days: z.array(
        z.object({
          /** YYYY-MM-DD */
          day: z.string(),
          places: z.array(
            z.object({
              key: z.string(),
              name: z.string(),
              orders: z.int(),
              packed: z.int(),
              collected: z.int(),
            }),
          ),
        }),
      ),
      withoutDay: z.int(),
    }),
  }),
  harvest: list('harvest', {
    summary: 'What to harvest for a day: how many units of each product, by place.',
    output: harvestList,
  }),
  pack: list('pack', {
    summary: 'The orders to pack for a day, by place, name and number.',
    output: packList,
  }),
  handOver: list('hand-over', {
    summary: 'The orders to be picked up on a day, by place, name and number.',
    output: handOverList,
  }),
  delivery: list('delivery', {
    summary: 'The orders to deliver on a day, by zone, ZIP code and street.',
    output: deliveryList,
    isFor: 'farmer',
  }),
  bake: list('bake', {
    summary: 'Which recipes to make for a day, how many batches, and what goes into them.',
    output: bakeList,
  }),
  labels: list('labels', {
    summary: 'A label for each box of a day.',
    output: labelList,
  }),
  print: deskEndpoint('never', 'POST /api/days/{day}/harvest/prints', {
    helpers: true,
    summary:
      'Remembers the harvest list as it is printed now, and returns it; later ones show what changed since.',
    params: z.strictObject({ day: calendarDay }),
    query: ofPlace,
    output: harvestList,
  }),
}

const orderTicks = z.object({ id, status: z.enum(ORDER_STATUSES), ...stateOfBox })
export type OrderTicks = z.output<typeof orderTicks>

const farmNote = optionalText(2000)

export const orderTickEndpoints = {
  packed: deskEndpoint('never', 'PUT /api/orders/{id}/packed', {
    helpers: true,
    summary:
      'Says whether an order is packed, and into how many boxes; packing sets a pending order to processing, and unpacking back.',
    params: byId,
    body: z.strictObject({
      packed: z.boolean('Please say whether it is packed.'),
      boxes: z.optional(boxCount),
    }),
    output: orderTicks,
  }),
  collected: deskEndpoint('never', 'PUT /api/orders/{id}/collected', {
    helpers: true,
    summary: 'Says whether an order was handed over.',
    params: byId,
    body: z.strictObject({ collected: z.boolean('Please say whether it was picked up.') }),
    output: orderTicks,
  }),
  packedWith: deskEndpoint('never', 'PUT /api/orders/{id}/packed-with', {
    summary:
      'Says which earlier order of the same day an order is packed together with; null: with none. Nothing else of either changes.',
    params: byId,
    body: z.strictObject({ orderId: z.nullable(id) }),
    output: z.object({ id, orderId: z.nullable(id) }),
  }),
  changeFarmNote: deskEndpoint('never', 'PUT /api/orders/{id}/farm-note', {
    summary: 'Sets the farm’s own note of an order, which no buyer reads.',
    params: byId,
    body: z.strictObject({
      farmNote,
      base: z.optional(z.strictObject({ farmNote })),
    }),
    output: z.object({ id, farmNote: z.nullable(z.string()) }),
  }),
}

export const MAX_SHORT_ORDERS = 200

const upToMost = z.maxLength(MAX_SHORT_ORDERS, `At most ${MAX_SHORT_ORDERS} orders, please.`)
const ids = z.array(id).check(upToMost)

const shortDraft = z.strictObject({
  /** Idempotency key: a UUID from the page. */
  id: z.uuid('That is not an id.').check(z.toLowerCase()),
  productId: id,
  have: countedUnits,
  /** `own`: as `gets` says; orders it doesn't name get everything. */
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

/**
 * `all`: gets what it ordered; `left`: already has its goods; `waits` for a call; `fewer`; `ended`:
 * nothing left, so canceled.
 */
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
  /** In dollars; `forgone` isn't refunded because nothing is left on the card. */
  refunded: z.number(),
  forgone: z.number(),
  /** Without a card, in dollars: to give back by hand, and what needn't be paid anymore. */
  toGiveBack: z.number(),
  lessDue: z.number(),
  isTold: z.boolean(),
})
export type ShortOrder = z.output<typeof shortOrder>

const offer = z.object({ productId: id, name: z.string(), price: z.number(), stock: z.int() })

/** `refunded` in dollars. */
export const shortTotals = z.object({
  changed: z.int(),
  ended: z.int(),
  refunded: z.number(),
  mails: z.int(),
  substituted: z.int(),
  calls: z.int(),
  takenOff: z.int(),
})
export type ShortTotals = z.output<typeof shortTotals>

const shortPlan = z.object({
  productName: z.string(),
  need: z.int(),
  orders: z.array(shortOrder),
  substitute: z.nullable(offer),
  offers: z.array(offer),
  offered: z.int(),
  totals: shortTotals,
  confirm: z.string(),
})
export type ShortPlan = z.output<typeof shortPlan>

export const shortHarvest = {
  share: deskEndpoint('never', 'POST /api/days/{day}/short', {
    summary:
      'Shares out a harvest that is too small: fewer items, something similar or a refund, in one step; without `confirm`, only says what that would do.',
    params: dayInPath,
    query: ofPlace,
    body: shortDraft,
    output: z.object({
      /** Null for a plan. */
      done: z.nullable(shortTotals),
      plan: shortPlan,
    }),
  }),
}
