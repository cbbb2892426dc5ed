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
  /** Its market day; null if it has none, or none is known. */
  marketDay: z.nullable(orderDay),
  ...pickupOfBox,
  ifShort: ifShortOfBox,
  ...stateOfBox,
  /** The farm's own note, which no buyer reads. */
  farmNote: z.nullable(z.string()),
  /** Orders of the same day packed together with it, if any. */
  packedWith: z.optional(z.array(id)),
  /** Its goods left the farm, whatever the status says now: cancelling brings none back. */
  hasLeft: z.boolean(),
}
