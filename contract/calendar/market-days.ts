import { z } from 'zod/mini'
import { publicEndpoint } from '../endpoint.ts'
import { byId, id, instant, zipCode } from '../shapes.ts'
import { placeFacts } from './place-facts.ts'
import { zoneTerms } from './places.ts'

const marketPlace = z.object({
  ...placeFacts,
  /** False for a zone without days: farm and buyer agree on one. */
  hasDays: z.boolean(),
  /** `Saturday 9am to noon`; empty without a weekly rule. */
  hours: z.string(),
  delivery: z.optional(zoneTerms),
  /** The day (YYYY-MM-DD) it opens again, if nothing can be ordered now. */
  opensAgain: z.nullable(z.string()),
  /** Orders for it can be paid there. */
  paysAtPickup: z.optional(z.literal(true)),
})
export type MarketPlace = z.output<typeof marketPlace>

/** A day buyers can choose, or the next one they can't. Hours are HH:MM in farm time. */
const marketDay = z.object({
  id,
  placeKey: z.string(),
  /** YYYY-MM-DD */
  day: z.string(),
  opens: z.string(),
  closes: z.string(),
  opensAt: instant,
  closesAt: instant,
  orderUntil: instant,
  state: z.enum(['open', 'full', 'closed']),
  /** Boxes left; null if plenty. */
  left: z.nullable(z.int()),
  message: z.string(),
})
export type MarketDay = z.output<typeof marketDay>

const orderingCalendar = z.object({
  places: z.array(marketPlace),
  /** The earliest first. */
  days: z.array(marketDay),
  /** The farm's date (YYYY-MM-DD). Read the list again when it ends. */
  today: z.string(),
  /** Null unless orders are paused. */
  pause: z.nullable(z.string()),
  isSeeded: z.boolean(),
})
export type OrderingCalendar = z.output<typeof orderingCalendar>

export const marketDays = {
  list: publicEndpoint('GET /api/market-days', {
    summary: 'Where and when orders can be picked up, and until when to order.',
    output: orderingCalendar,
  }),
  zone: publicEndpoint('GET /api/delivery-zones/{zip}', {
    summary: 'The delivery zone of a ZIP code; its days are among the market days.',
    params: z.strictObject({ zip: zipCode.check(z.describe('Of the address')) }),
    output: z.object({ placeKey: z.string() }),
    refusals: 'message',
  }),
  left: publicEndpoint('GET /api/market-days/{id}/left', {
    summary: 'How many of each limited product a market day still takes.',
    params: byId,
    output: z.array(z.object({ productId: id, left: z.int() })),
  }),
  next: publicEndpoint('GET /api/pickup', {
    summary: 'The next day on which orders can be picked up, as YYYY-MM-DD.',
    output: z.object({ pickupDate: z.string() }),
  }),
}
