import { z } from 'zod/mini'
import { PICKUP_LOCATIONS } from './delivery.ts'
import { ORDER_STATES } from './order-status.ts'
import { optionalText } from './shapes.ts'

export const ORDER_PLACES = [...PICKUP_LOCATIONS, 'delivery'] as const
export type OrderPlace = (typeof ORDER_PLACES)[number]

const NOT_A_DAY = 'Please write a day as YYYY-MM-DD.'

/** A day of the calendar as YYYY-MM-DD; the 30th of February is none. */
const calendarDay = z.string(NOT_A_DAY).check(z.refine(isDay, NOT_A_DAY))

function isDay(text: string): boolean {
  if (!/^[12]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

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
