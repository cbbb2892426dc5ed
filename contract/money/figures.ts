import { z } from 'zod/mini'
import { keysOf } from '../changed-fields.ts'
import { deskEndpoint } from '../endpoint.ts'
import { fromDay, id, untilDay } from '../shapes.ts'
import { BOOK_FORMS } from './bookkeeping.ts'
import { TENDER_KINDS } from './tender-kinds.ts'

export const PERIODS = {
  'this-week': 'This week',
  'last-week': 'Last week',
  'this-month': 'This month',
  'last-month': 'Last month',
  'this-season': 'This season',
  'this-year': 'This year',
  'last-year': 'Last year',
} as const
export type Period = keyof typeof PERIODS

export const MAX_DAYS = 3660

export const OTHER_ROWS = {
  delivery: 'Delivery fees',
  unlisted: 'Sold without being on the list',
  refund: 'Refunds not tied to an item',
  unpaid: 'Not paid yet',
  kept: 'Kept on returned items',
} as const
export type OtherRow = keyof typeof OTHER_ROWS

const product = z.object({
  productId: id,
  name: z.string(),
  category: z.string(),
  units: z.int(),
  revenue: z.number(),
  /** By its recipe, at today's prices; null without one. */
  cost: z.nullable(z.number()),
  margin: z.nullable(z.number()),
})

const stockRow = z.object({
  productId: id,
  name: z.string(),
  harvested: z.int(),
  sold: z.int(),
  gifts: z.int(),
  wasted: z.int(),
  missing: z.int(),
  /** Percent sold of what left the farm or was lost; null if nothing was. */
  sellThrough: z.nullable(z.int()),
})

const moneyRow = z.object({
  taken: z.number(),
  givenBack: z.number(),
  /** Taken minus given back: what the farm made. */
  total: z.number(),
  fees: z.number(),
  net: z.number(),
})

const day = z.string()

const periodFigures = z.object({
  from: day,
  to: day,
  today: day,
  orders: z.int(),
  sales: z.int(),
  revenue: z.number(),
  products: z.array(product),
  others: z.array(z.object({ kind: z.enum(keysOf(OTHER_ROWS)), amount: z.number() })),
  categories: z.array(z.object({ category: z.string(), units: z.int(), revenue: z.number() })),
  places: z.array(
    z.object({ name: z.string(), orders: z.int(), sales: z.int(), revenue: z.number() }),
  ),
  days: z.array(z.object({ day, orders: z.int(), sales: z.int(), revenue: z.number() })),
  stock: z.array(stockRow),
  money: z.extend(moneyRow, {
    /** Each by its name at that time: card first, then cash, checks and the others. */
    ways: z.array(z.extend(moneyRow, { kind: z.enum(TENDER_KINDS), name: z.string() })),
    /** Totals of eight weeks, ending with that of `to`; none in the future. */
    weeks: z.array(z.object({ from: day, total: z.number() })),
    untold: z.int(),
  }),
  testMode: z.boolean(),
  /** False: the "season" is the calendar year. */
  hasSeason: z.boolean(),
})
export type PeriodFigures = z.output<typeof periodFigures>

const periodQuery = z.strictObject({
  period: z
    .optional(z.enum(keysOf(PERIODS), 'Please choose one of the periods.'))
    .check(z.describe('Or `from` and `to`; this month by default')),
  from: z.optional(fromDay),
  to: z.optional(untilDay),
})
export type PeriodQuery = z.output<typeof periodQuery>

export const figures = {
  period: deskEndpoint('never', 'GET /api/analytics/period', {
    token: 'figures:read',
    summary:
      'The figures of a period: revenue by product, category and place, what became of the harvest, and the money that moved.',
    query: periodQuery,
    output: periodFigures,
  }),
  bookkeeping: deskEndpoint('never', 'GET /api/analytics/bookkeeping.csv', {
    token: 'figures:read',
    summary:
      'What was taken, given back, and kept as card fees in a period, by day and way to pay, as a spreadsheet, or as a journal a day for QuickBooks or Xero.',
    query: z.extend(periodQuery, {
      form: z
        .optional(z.enum(keysOf(BOOK_FORMS), 'Please choose one of the forms.'))
        .check(z.describe('Which program reads the file')),
    }),
    output: z.string(),
    answers: 'text/csv; charset=utf-8',
  }),
  salesTax: deskEndpoint('never', 'GET /api/analytics/sales-tax.csv', {
    token: 'figures:read',
    summary:
      'The sales tax in what was sold for the days of a period, by place and rate, as a spreadsheet; headings alone while there is none.',
    query: periodQuery,
    output: z.string(),
    answers: 'text/csv; charset=utf-8',
  }),
}
