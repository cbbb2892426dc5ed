import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { changeShapes, type Fields, shapesOf } from '../fields.ts'
import { MAX_UNITS } from '../products/unit-counts.ts'
import { byId, id } from '../shapes.ts'

const most = z
  .int('Please enter a whole number.')
  .check(
    z.minimum(0, 'At least 0, please.'),
    z.maximum(MAX_UNITS, `At most ${MAX_UNITS.toLocaleString('en-US')}, please.`),
  )

const orAny = z.nullable(most)

function limit<const Label extends string>(label: Label) {
  const noun = `number for ${label.toLowerCase()}`
  return { kind: 'count', label, noun, shape: orAny } as const
}

/** A weekday's limit beats `eachDay`. In order of `weekday`, 0 to 7. */
export const LIMIT_FIELDS = {
  eachDay: limit('Each market day'),
  monday: limit('Mondays'),
  tuesday: limit('Tuesdays'),
  wednesday: limit('Wednesdays'),
  thursday: limit('Thursdays'),
  friday: limit('Fridays'),
  saturday: limit('Saturdays'),
  sunday: limit('Sundays'),
} satisfies Fields

/** Units per market day; null: no limit. */
const productLimits = z.object(shapesOf(LIMIT_FIELDS))
export type ProductLimits = z.output<typeof productLimits>

/** Partial. `base` is what the form loaded, so that newer numbers from others stay. */
export const productLimitsChange = z.strictObject(changeShapes(LIMIT_FIELDS))
export type ProductLimitsChange = z.output<typeof productLimitsChange>

/** Null returns the day to the product's own limits. */
export const dayLimitChange = z.strictObject({
  productId: id,
  most: orAny,
  base: z.optional(z.object({ most: z.optional(orAny) }, 'The base holds what was loaded.')),
})
export type DayLimitChange = z.output<typeof dayLimitChange>

export const dayLimits = {
  ofProduct: deskEndpoint('never', 'GET /api/products/{id}/limits', {
    summary: 'A product’s limits for market days.',
    params: byId,
    output: productLimits,
  }),
  changeProduct: deskEndpoint('never', 'PUT /api/products/{id}/limits', {
    summary: 'Sets a product’s limits for market days to come.',
    params: byId,
    body: productLimitsChange,
    output: productLimits,
  }),
  changeDay: deskEndpoint('never', 'PUT /api/market-days/{id}/limits', {
    summary: 'Sets a product’s limit for one market day; null: the product’s own.',
    params: byId,
    body: dayLimitChange,
    output: z.object({ productId: id, most: z.nullable(z.int()) }),
  }),
}
