import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import type { Cents } from './money.ts'
import { dollars, id, idInPath } from './shapes.ts'
import { parseWeight } from './typed-numbers.ts'
import { WEIGHT_UNITS } from './weigh.ts'

const NO_WEIGHT = 'Please enter a weight above 0, such as 3.85.'

const typedWeight = z.pipe(
  z.union([z.number(), z.string()], NO_WEIGHT),
  z.transform((value, context): number => {
    const thousandths = parseWeight(String(value))
    if (thousandths === null)
      context.issues.push({ code: 'custom', message: NO_WEIGHT, input: value })
    return thousandths ?? 0
  }),
)

/** A line of an order that is sold by weight, as it is packed; amounts in dollars. */
export const lineByWeight = z.object({
  unit: z.enum(WEIGHT_UNITS),
  /** For a unit. */
  price: z.number(),
  to: z.number(),
  paid: z.number(),
  /** What it weighs, all together; null while nobody weighed it, and where an amount was typed. */
  weight: z.nullable(z.number()),
  /** What it costs by weight; null while nobody weighed it as it stands now. */
  amount: z.nullable(z.number()),
  /** What is still to be sent back for it; 0 once that was decided. */
  toSendBack: z.number(),
})
export type LineByWeight = z.output<typeof lineByWeight>

/** An order whose boxes are packed or gone, with what is still open of its weight. */
const openWeight = z.object({
  id,
  customerName: z.string(),
  /** YYYY-MM-DD; null for a delivery without a day. */
  day: z.nullable(z.string()),
  placeName: z.nullable(z.string()),
  isHandedOver: z.boolean(),
  /** The lines that nobody has weighed, or whose weight is not settled. */
  items: z.array(
    z.object({ productId: id, name: z.string(), units: z.int(), byWeight: lineByWeight }),
  ),
  /** What its weighed lines owe; what is sent back to its card is less where money went back before. */
  owed: z.number(),
  toSendBack: z.number(),
})
export type OpenWeight = z.output<typeof openWeight>

/** What an order gets back for its weight, as it was shown. */
const owed = z.strictObject({ id, amount: dollars(0 as Cents, 'Please enter an amount.') })

export const weighing = {
  weigh: endpoint({
    method: 'PUT',
    path: '/api/orders/{id}/weights',
    access: 'admin',
    summary:
      'Says what a line of an order weighs, all its units together, or what it costs by weight; null takes it back. Nothing is sent back yet.',
    params: z.strictObject({ id: idInPath }),
    body: z
      .strictObject({
        productId: id,
        weight: z.optional(z.nullable(typedWeight)),
        amount: z.optional(dollars(0 as Cents, 'Please enter an amount of 0 or more.')),
        /** The farmer confirmed an unusual weight. */
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
  open: endpoint({
    method: 'GET',
    path: '/api/weights',
    access: 'admin',
    summary:
      'What is open of orders sold by weight, however long ago their day was: what was packed or handed over without a weight, what is to be sent back to cards, and what is to be given back by hand.',
    output: z.object({
      orders: z.array(openWeight),
      /** Orders without a card for which more was taken than they cost. */
      toGiveBack: z.array(z.object({ id, customerName: z.string(), amount: z.number() })),
    }),
  }),
  settle: endpoint({
    method: 'POST',
    path: '/api/weights/refunds',
    access: 'admin',
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
      /** How many orders this call refunded, and how much in all. */
      orders: z.int(),
      refunded: z.number(),
      /** What did not go back to a card: that much was refunded before, or there was no card. */
      forgone: z.number(),
      /** Those that changed meanwhile, or whose payment is on its way. */
      left: z.array(id),
    }),
  }),
}
