import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { ofPlace } from '../packing/packing.ts'
import { calendarDay, id } from '../shapes.ts'

export const COMPARABLE_DAYS = 3

const bringPlace = z.object({
  key: z.string(),
  name: z.string(),
  /** The most recent days at this place on this weekday, YYYY-MM-DD, newest first. */
  days: z.array(z.string()),
  products: z.array(
    z.object({
      productId: id,
      name: z.string(),
      category: z.string(),
      sold: z.array(z.int()),
      ordered: z.int(),
    }),
  ),
})
export type BringPlace = z.output<typeof bringPlace>

const bringList = z.object({ day: z.string(), places: z.array(bringPlace) })
export type BringList = z.output<typeof bringList>

export const bring = {
  show: deskEndpoint('never', 'GET /api/days/{day}/bring', {
    token: 'orders:read',
    summary: 'What was sold of each product on the last three days of the same place and weekday.',
    params: z.strictObject({ day: calendarDay }),
    query: ofPlace,
    output: bringList,
  }),
}
