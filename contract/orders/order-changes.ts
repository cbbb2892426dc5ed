import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import type { Cents } from '../money/money.ts'
import { MAX_UNITS } from '../products/unit-counts.ts'
import { byId, dollars, id, instant, plainText } from '../shapes.ts'
import { ORDER_STATUSES } from './order-status.ts'

/** Goods an order no longer gets: still sellable, or missing (never grew, or broke). */
export const goods = z.enum(['sellable', 'missing'], 'Please say whether these can still be sold.')
export type Goods = z.output<typeof goods>

export const statusChange = z
  .strictObject({
    status: z.enum(ORDER_STATUSES, 'Please choose a status.'),
    /** For a canceled order. Missing goods never go back on sale. Default: sellable. */
    goods: z.optional(goods),
  })
  .check(
    z.refine(({ status, goods }) => status === 'cancelled' || goods === undefined, {
      message: 'Only a canceled order gives its items up.',
      path: ['goods'],
    }),
  )

const changeLine = z
  .strictObject({
    productId: id,
    /** Negative: units taken out. */
    units: z.int('The quantity must be a whole number.').check(
      z.refine((units) => units !== 0, 'The quantity must not be 0.'),
      z.minimum(-MAX_UNITS, 'This order does not have that many.'),
      z.maximum(MAX_UNITS, 'That is more than the farm has.'),
    ),
    /** Price per unit of added goods, in dollars; the shop's price is the default and the most. */
    price: z.optional(dollars(0 as Cents, 'Please enter a price of 0 or more.')),
    goods: z.optional(goods),
  })
  .check(
    z.refine(({ units, price }) => units > 0 || price === undefined, {
      message: 'Items taken off are refunded at the price that was paid for them.',
      path: ['price'],
    }),
    z.refine(({ units, goods }) => units < 0 || goods === undefined, {
      message: 'Only items taken off can be marked missing.',
      path: ['goods'],
    }),
  )
export type ChangeLine = z.output<typeof changeLine>

/** Idempotency key: a UUID from the page. */
export const changeId = z.uuid('That is not the id of a change.').check(z.toLowerCase())

const changeDraft = z.strictObject({
  id: changeId,
  lines: z.array(changeLine).check(z.maxLength(200, 'At most 200 lines, please.')),
  moveTo: z.optional(z.nullable(id)),
  /** What the buyer reads; may be empty. */
  reason: plainText(200, 'Please write a reason.').check(z.trim()),
  notifiesBuyer: z.boolean('Please say yes or no.'),
  revision: z.optional(z.int()),
})
export type ChangeDraft = z.output<typeof changeDraft>

/** `amount` in dollars, negative for goods going out. */
const changedLine = z.object({
  productId: id,
  name: z.string(),
  units: z.int(),
  amount: z.number(),
  goods: z.nullable(goods),
})

const amounts = {
  lines: z.array(changedLine),
  /** 0 or negative: how much the fee falls. */
  deliveryFee: z.number(),
  refunded: z.number(),
  forgone: z.number(),
}

/** In dollars. */
export const orderChange = z.object({
  ...amounts,
  reason: z.string(),
  movedTo: z.nullable(z.object({ day: z.string(), placeName: z.string() })),
  at: instant,
})
export type OrderChange = z.output<typeof orderChange>

/** The day would have `units`, which exceeds its limit `most`. */
export const overLimit = z.object({ name: z.string(), units: z.int(), most: z.int() })
export type OverLimit = z.output<typeof overLimit>

const changeOutcome = z.object({
  ...amounts,
  isChanged: z.boolean(),
  /** The order's revision; sent back with the decision. */
  revision: z.int(),
  /** The new day's maximum after this; null if it has room, or no maximum. */
  most: z.nullable(z.int()),
  overLimits: z.optional(z.array(overLimit)),
  canNotifyBuyer: z.boolean(),
})
export type ChangeOutcome = z.output<typeof changeOutcome>

export const orderChanges = {
  change: deskEndpoint('if-refunds', 'POST /api/orders/{id}/changes', {
    summary:
      'Takes items off an order, swaps them or moves it to another day, never for more than was paid, and refunds the difference; without `revision`, only says what that would do.',
    params: byId,
    body: changeDraft,
    output: changeOutcome,
  }),
}
