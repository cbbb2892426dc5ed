import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import type { Cents } from '../money/money.ts'
import { byId, dollars, id } from '../shapes.ts'
import { WEIGHT_UNITS } from './weigh.ts'
import { weight } from './weigh-fields.ts'

/** In dollars. */
export const lineByWeight = z.object({
  unit: z.enum(WEIGHT_UNITS),
  /** Per unit. */
  price: z.number(),
  to: z.number(),
  paid: z.number(),
  /** Total weight; null until weighed, or if an amount was typed. */
  weight: z.nullable(z.number()),
  /** What it costs by weight; null until weighed in its current quantity. */
  amount: z.nullable(z.number()),
  toSendBack: z.number(),
})
export type LineByWeight = z.output<typeof lineByWeight>

const openWeight = z.object({
  id,
  customerName: z.string(),
  /** YYYY-MM-DD; null for a delivery without a day. */
  day: z.nullable(z.string()),
  placeName: z.nullable(z.string()),
  isHandedOver: z.boolean(),
  items: z.array(
    z.object({ productId: id, name: z.string(), units: z.int(), byWeight: lineByWeight }),
  ),
  /** What its weighed lines owe the buyer; the card gets less if money was already refunded. */
  owed: z.number(),
  toSendBack: z.number(),
})
export type OpenWeight = z.output<typeof openWeight>

const owed = z.strictObject({ id, amount: dollars(0 as Cents, 'Please enter an amount.') })

export const weighing = {
  weigh: deskEndpoint('never', 'PUT /api/orders/{id}/weights', {
    summary:
      'Says what a line of an order weighs, all its units together, or what it costs by weight; null takes it back. Nothing is sent back yet.',
    params: byId,
    body: z
      .strictObject({
        productId: id,
        weight: z.optional(z.nullable(weight)),
        amount: z.optional(dollars(0 as Cents, 'Please enter an amount of 0 or more.')),
        isSure: z.optional(z.boolean('Please say yes or no.')),
      })
      .check(
        z.refine(({ weight, amount }) => (weight === undefined) !== (amount === undefined), {
          message: 'Please enter a weight or an amount.',
          path: ['weight'],
        }),
      ),
    output: lineByWeight,
  }),
  open: deskEndpoint('never', 'GET /api/weights', {
    summary:
      'What is open of orders sold by weight, however long ago their day was: what was packed or handed over without a weight, what is to be sent back to cards, and what is to be given back by hand.',
    output: z.object({
      orders: z.array(openWeight),
      toGiveBack: z.array(z.object({ id, customerName: z.string(), amount: z.number() })),
    }),
  }),
  settle: deskEndpoint('never', 'POST /api/weights/refunds', {
    summary:
      'Sends back what orders paid above their weight, once for each: those that owe another amount by now than is named are left as they are.',
    body: z.strictObject({
      orders: z
        .array(owed)
        .check(
          z.minLength(1, 'There is nothing to send back.'),
          z.maxLength(1000, 'At most 1,000 orders at once, please.'),
        ),
      tellsBuyers: z.boolean('Please say yes or no.'),
    }),
    output: z.object({
      orders: z.int(),
      refunded: z.number(),
      /** Not refunded to a card: already refunded, or there was no card. */
      forgone: z.number(),
      /** Skipped: changed in the meantime, or a payment is in progress. */
      left: z.array(id),
    }),
  }),
}
