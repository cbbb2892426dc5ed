import { z } from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { type Cents, cents } from '../money/money.ts'
import { boughtUnits } from '../products/unit-counts.ts'
import { calendarDay, dollars, id, instant, nameText, optionalText } from '../shapes.ts'

export const MAX_SALE_LINES = 60

export const saleLine = z
  .strictObject({
    /** Absent for what is no product, such as a bag of seconds. */
    productId: z.optional(id),
    name: z.optional(nameText(80, 'Please say what it is.')),
    units: boughtUnits,
    /** Of the whole line, in dollars: three for $5 has no price of one, and $0 is a gift. */
    amount: dollars(0 as Cents, 'Please enter an amount of 0 or more.'),
  })
  .check(
    z.refine(({ productId, name }) => (productId === undefined) !== (name === undefined), {
      message: 'Please say what it is.',
      path: ['name'],
    }),
  )
export type SaleLine = z.output<typeof saleLine>

const saleTender = z.strictObject({
  way: nameText(40, 'Please choose how it is paid.'),
  /** What is kept, in dollars, without the change. */
  amount: dollars(1 as Cents, 'Please enter at least $0.01.'),
})

const saleDraft = z.strictObject({
  /** A UUID from the page: sent twice, it is one sale. */
  id: z.uuid('That is not the id of a sale.').check(z.toLowerCase()),
  /** The market day whose cash box it is in; absent at the farm between two. */
  marketDayId: z.optional(id),
  lines: z
    .array(saleLine)
    .check(
      z.minLength(1, 'Please choose what is sold.'),
      z.maxLength(MAX_SALE_LINES, `At most ${MAX_SALE_LINES} lines, please.`),
    ),
  /** Together they are what is sold; none for a gift. */
  tenders: z.array(saleTender).check(z.maxLength(6, 'At most 6 ways to pay, please.')),
  note: optionalText(200),
  /** More is in hand than in the books: sell it all, taking what the stock has. */
  beyondStock: z.optional(z.boolean('Please say yes or no.')),
})
export type SaleDraft = z.output<typeof saleDraft>

/** A walk-in sale; amounts in dollars. */
const sale = z.object({
  id: z.string(),
  at: instant,
  marketDayId: z.nullable(id),
  /** Null at the farm between two market days. */
  placeName: z.nullable(z.string()),
  total: z.number(),
  lines: z.array(
    z.object({
      productId: z.nullable(id),
      name: z.string(),
      units: z.int(),
      amount: z.number(),
      /** Units sold beyond the stock; 0 on a market day, which accounts for the whole day. */
      beyond: z.int(),
    }),
  ),
  tenders: z.array(z.object({ way: z.string(), amount: z.number() })),
  note: z.nullable(z.string()),
  undoneAt: z.nullable(instant),
})
export type Sale = z.output<typeof sale>

const day = z.object({ id, day: z.string(), placeName: z.string() })

export const sales = {
  choices: endpoint({
    method: 'GET',
    path: '/api/sales/choices',
    access: 'admin',
    summary: 'The market days of the last two weeks, the latest first, and the ways to pay.',
    output: z.object({
      /** YYYY-MM-DD */
      today: z.string(),
      marketDays: z.array(day),
      /** Coming days that a truck may be loaded for by now, latest first. */
      truckDays: z.array(day),
      ways: z.array(z.object({ name: z.string(), isCash: z.boolean(), givesChange: z.boolean() })),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/sales',
    access: 'admin',
    summary: 'The walk-in sales of one day, the latest first; of today where none is named.',
    query: z.strictObject({ day: z.optional(calendarDay) }),
    output: z.object({ day: z.string(), sales: z.array(sale), total: z.number() }),
  }),
  sell: endpoint({
    method: 'POST',
    path: '/api/sales',
    access: 'admin',
    summary: 'Sells to a walk-in customer, without a card; takes the goods from the stock.',
    body: saleDraft,
    output: sale,
    status: 201,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/sales/{id}/undo',
    access: 'admin',
    summary: 'Undoes a sale: its goods are for sale again, and its money is given back.',
    params: z.strictObject({
      id: z.string().check(z.regex(/^[\w-]{1,64}$/, 'There is no such sale.')),
    }),
    output: sale,
  }),
}

type Amounts = readonly { amount: Cents }[]

export function sumOf(lines: Amounts): Cents {
  return cents(lines.reduce((sum, { amount }) => sum + amount, 0))
}
