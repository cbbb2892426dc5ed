import { z } from 'zod/mini'
import { publicEndpoint } from './endpoint.ts'
import { id } from './shapes.ts'

/** The script that shows the list on other sites. */
export const EMBED_PATH = '/api/feeds/embed.js'

/** Addresses are absolute. Says whether there is stock, but not how much. */
const listed = z.object({
  id,
  name: z.string(),
  category: z.string(),
  /** In dollars. */
  price: z.number(),
  unit: z.optional(z.string()),
  /** Replaces `unit` for what is sold by weight. */
  weighed: z.optional(z.string()),
  inStock: z.enum(['in', 'low', 'out']),
  snap: z.optional(z.boolean()),
  url: z.string(),
  image: z.nullable(z.string()),
})

const productFeed = z.object({
  farm: z.string(),
  url: z.string(),
  /** Why no orders are taken; null while they are. */
  pause: z.nullable(z.string()),
  /** The next pickup day, YYYY-MM-DD. */
  nextDay: z.nullable(z.string()),
  products: z.array(listed),
})
export type ProductFeed = z.output<typeof productFeed>

const text = z.string()

export const feeds = {
  products: publicEndpoint('GET /api/feeds/products.json', {
    summary: 'What the shop sells right now, for other sites.',
    output: productFeed,
  }),
  google: publicEndpoint('GET /api/feeds/google.xml', {
    summary: 'Products with a picture, for Google Merchant Center; at most 5,000.',
    output: text,
    answers: 'application/xml; charset=utf-8',
  }),
  days: publicEndpoint('GET /api/feeds/market-days.ics', {
    summary: 'The market days of the next 90 days, for calendars.',
    output: text,
    answers: 'text/calendar; charset=utf-8',
  }),
}
