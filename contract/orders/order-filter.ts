import { z } from 'zod/mini'
import { calendarDay, optionalText } from '../shapes.ts'
import { ORDER_STATES } from './order-status.ts'

/** A place's key; `delivery` is every delivery. */
export type OrderPlace = string

export const NO_SUCH_PLACE = 'Please choose a place.'

export const orderFilter = z.strictObject({
  /** `7` and `#7` are order numbers; other words start a word of name or email, in any order. */
  text: optionalText(100),
  status: z.optional(z.enum(ORDER_STATES, 'Please choose a status.')),
  place: z.optional(z.string(NO_SUCH_PLACE).check(z.regex(/^[a-z0-9_]{1,60}$/, NO_SUCH_PLACE))),
  /** A market day; `none`: without one, and still to hand over. */
  pickupDate: z.optional(z.union([calendarDay, z.literal('none')], 'Please choose a market day.')),
  /** Of market days before this one. */
  pickupBefore: z.optional(calendarDay),
  orderedFrom: z.optional(calendarDay),
  orderedUntil: z.optional(calendarDay),
})
export type OrderFilter = z.output<typeof orderFilter>
