import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { type Cents, cents } from '../money/money.ts'
import { boughtUnits } from '../products/unit-counts.ts'
import { byKey, calendarDay, dollars, id, instant, nameText } from '../shapes.ts'

export const MAX_SALE_LINES = 60

export const saleLine = z
  .strictObject({
    /** Absent for something that isn't a product, such as a bag of seconds. */
    productId: z.optional(id),
    name: z.optional(nameText(80, 'Please say what it is.')),
    units: boughtUnits,
    /** For the whole line, in dollars: three for $5 has no unit price, and $0 is a gift. */
    amount: dollars(0 as Cents, 'Please enter an amount of 0 or more.'),
  })
  .check(
    z.refine(({ productId, name }) => (productId === undefined) !== (name === undefined), {
      message: 'Please say what it is.',
      path: ['name'],
    }),
  )
export type SaleLine = z.output<typeof saleLine>

const sale = z.object({
  id: z.string(),
  at: instant,
  placeName: z.string(),
  total: z.number(),
  lines: z.array(
    z.object({
      productId: z.nullable(id),
      name: z.string(),
      units: z.int(),
      amount: z.number(),
    }),
  ),
  tenders: z.array(z.object({ way: z.string(), amount: z.number() })),
  note: z.nullable(z.string()),
  undoneAt: z.nullable(instant),
})
export type Sale = z.output<typeof sale>

export const sales = {
  list: deskEndpoint('never', 'GET /api/sales', {
    token: 'figures:read',
    summary: 'The walk-in sales of one day, the latest first; of today where none is named.',
    query: z.strictObject({ day: z.optional(calendarDay) }),
    output: z.object({ day: z.string(), sales: z.array(sale), total: z.number() }),
  }),
  undo: deskEndpoint('never', 'POST /api/sales/{id}/undo', {
    summary: 'Undoes a sale: its goods are for sale again, and its money is given back.',
    params: byKey('There is no such sale.'),
    output: sale,
  }),
}

export function totalAmount(lines: readonly { amount: Cents }[]): Cents {
  return cents(lines.reduce((sum, { amount }) => sum + amount, 0))
}
