import { z } from 'zod/mini'
import { IF_SHORT } from './if-short.ts'
import { id, instant } from './shapes.ts'

/** `day` is YYYY-MM-DD; `opens` and `closes` are HH:MM on the farm's clock. */
const orderDay = z.object({
  id,
  day: z.string(),
  opens: z.string(),
  closes: z.string(),
  placeKey: z.string(),
  placeName: z.string(),
})

export const pickupOfBox = {
  pickupName: z.nullable(z.string()),
  isGift: z.boolean(),
}

export const ifShortOfBox = z.nullable(z.enum(IF_SHORT))

export const stateOfBox = {
  boxes: z.int(),
  packedAt: z.nullable(instant),
  collectedAt: z.nullable(instant),
}

export const orderBox = {
  /** The market day it is for; null where it has none, or none is known of it. */
  marketDay: z.nullable(orderDay),
  ...pickupOfBox,
  ifShort: ifShortOfBox,
  ...stateOfBox,
  /** The farm's own note, which no buyer reads. */
  farmNote: z.nullable(z.string()),
  /** The orders of the same day that it is packed together with; absent where none. */
  packedWith: z.optional(z.array(id)),
  /** Its goods left the farm, shipped or delivered, whatever its status is now: cancelling it brings none back. */
  hasLeft: z.boolean(),
}
