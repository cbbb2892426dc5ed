import { z } from 'zod/mini'
import { PICKUP_LOCATIONS } from './delivery.ts'
import { ORDER_STATES } from './order-status.ts'
import { calendarDay, optionalText } from './shapes.ts'

export const ORDER_PLACES = [...PICKUP_LOCATIONS, 'delivery'] as const
export type OrderPlace = (typeof ORDER_PLACES)[number]

/** Which orders are asked for; what is missing does not narrow. Several narrow together. */
export const orderFilter = z.strictObject({
  /** `7` and `#7` are an order’s number; other words begin a word of the name or the email address, in any order and case. */
  text: optionalText(100),
  status: z.optional(z.enum(ORDER_STATES, 'Please choose a status.')),
  place: z.optional(z.enum(ORDER_PLACES, 'Please choose a place.')),
  pickupDate: z.optional(calendarDay),
  orderedFrom: z.optional(calendarDay),
  orderedUntil: z.optional(calendarDay),
})
export type OrderFilter = z.output<typeof orderFilter>
