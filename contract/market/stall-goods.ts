import { z } from 'zod/mini'
import { WEIGHT_UNITS } from '../packing/weigh.ts'
import { id } from '../shapes.ts'

export const stallProduct = z.object({
  id,
  name: z.string(),
  unit: z.string(),
  price: z.number(),
  weighUnit: z.optional(z.enum(WEIGHT_UNITS)),
  weighPrice: z.optional(z.number()),
  weighTo: z.optional(z.number()),
  image: z.nullable(z.string()),
  /** `loaded`: on the truck for this day; `sold`: as far as the shop knows. */
  loaded: z.int(),
  sold: z.int(),
  stock: z.int(),
  snap: z.optional(z.literal(true)),
})
export type StallProduct = z.output<typeof stallProduct>

export const returnsReport = z.object({
  id: z.string(),
  goods: z.array(z.object({ productId: id, back: z.int(), waste: z.int() })),
})
export type ReturnsReport = z.output<typeof returnsReport>
