import { z } from 'zod/mini'
import { id, instant } from '../shapes.ts'
import { IF_SHORT } from './if-short.ts'

/** `day` is YYYY-MM-DD; `opens` and `closes` are HH:MM on the farm's clock. */
const orderDay = z.object({
  id,
  day: z.string(),
  opens: z.string(),
  closes: z.string(),
  placeKey: z.string(),
  placeName: z.string(),
})

/** Absent unless it is a gift that says so. */
export const giftOfBox = {
  giftTo: z.optional(z.string()),
  /** For the card in the box. */
  giftMessage: z.optional(z.string()),
  giftPrices: z.optional(z.literal(true)),
}

export const pickupOfBox = {
  pickupName: z.nullable(z.string()),
  isGift: z.boolean(),
  ...giftOfBox,
}

export const ifShortOfBox = z.nullable(z.enum(IF_SHORT))

export const stateOfBox = {
  boxes: z.int(),
  packedAt: z.nullable(instant),
  collectedAt: z.nullable(instant),
}

export const orderBox = {
  marketDay: z.nullable(orderDay),
  ...pickupOfBox,
  ifShort: ifShortOfBox,
  ...stateOfBox,
  farmNote: z.nullable(z.string()),
  packedWith: z.optional(z.array(id)),
  /** The goods left the farm, whatever the status says: canceling doesn't bring them back. */
  hasLeft: z.boolean(),
}
