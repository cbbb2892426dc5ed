import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { id, instant } from '../shapes.ts'
import { commandId } from './stock-journal.ts'
import { MAX_UNITS } from './unit-counts.ts'

export const MAX_COUNTS = 200

export const countedUnits = z
  .int('Please enter a whole number.')
  .check(z.nonnegative('Please enter 0 or more.'), z.maximum(MAX_UNITS, 'At most 100,000, please.'))

const count = z.strictObject({
  id: commandId,
  productId: id,
  /** Everything there, including units promised to orders. */
  counted: countedUnits,
  /** What the page expected; if that has changed, the page asks for a new count. */
  expected: z.optional(z.int('Please enter a whole number.')),
})
export type CountDraft = z.output<typeof count>

/** `stock` plus `promised` is what should be there. */
const countLine = z.object({
  productId: id,
  name: z.string(),
  category: z.string(),
  unit: z.nullable(z.string()),
  stock: z.int(),
  promised: z.int(),
  countedAt: z.nullable(instant),
})
export type CountLine = z.output<typeof countLine>

const countSheet = z.object({
  products: z.array(countLine),
  /** Past orders never handed over, whose goods still count as promised. */
  pastOrders: z.int(),
})
export type CountSheet = z.output<typeof countSheet>

const counted = z.object({
  productId: id,
  name: z.string(),
  counted: z.int(),
  promised: z.int(),
  stock: z.int(),
  units: z.int(),
  short: z.int(),
  /** The next market day (YYYY-MM-DD) that needs some, if short. */
  shortDay: z.nullable(z.string()),
})
export type CountedProduct = z.output<typeof counted>

const countOutcome = z.object({
  counted: z.array(counted),
  refused: z.array(z.object({ productId: id, message: z.string() })),
})
export type CountOutcome = z.output<typeof countOutcome>

export const stockCount = {
  show: deskEndpoint('never', {
    method: 'GET',
    path: '/api/stock-count',
    token: 'products:write',
    helpers: true,
    summary:
      'How many of each product should be there: those for sale, and those promised to orders.',
    output: countSheet,
  }),
  save: deskEndpoint('never', {
    method: 'POST',
    path: '/api/stock-count',
    token: 'products:write',
    helpers: true,
    summary:
      'Sets the stock of products to what was counted, less what is promised to orders; each one is kept though another is refused.',
    body: z.strictObject({
      counts: z
        .array(count, 'Please count something first.')
        .check(
          z.minLength(1, 'Please count something first.'),
          z.maxLength(MAX_COUNTS, 'At most 200 products at once, please.'),
        ),
    }),
    output: countOutcome,
  }),
}
