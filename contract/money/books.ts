import { z } from 'zod/mini'
import { deskEndpoint } from '../endpoint.ts'
import { instant } from '../shapes.ts'

export const BOOK_LAWS = [
  'stock',
  'movements',
  'undone',
  'subtotal',
  'changed',
  'balance',
  'fee',
  'weight',
  'captured',
  'paid',
  'refunds',
  'tenders',
  'late',
  'place',
  'places',
  'limits',
  'sale',
  'cash',
  'settled',
  'load',
  'debts',
  'commands',
] as const

const bookRow = z.object({
  law: z.enum(BOOK_LAWS),
  /** What differs, such as `product:7`, `order:12`, `payment:<uuid>` or `day:9`. */
  subject: z.string(),
  /**
   * In units for stock, movements, limits, loads and debts, in boxes for places, else in cents.
   * Null if there is none.
   */
  found: z.nullable(z.int()),
  expected: z.nullable(z.int()),
  message: z.string(),
})
export type BookRow = z.output<typeof bookRow>

export function differs({ law }: Pick<BookRow, 'law'>): boolean {
  return law !== 'settled'
}

const books = z.object({
  /** Null if the books were never checked. */
  checkedAt: z.nullable(instant),
  rows: z.array(bookRow),
  differing: z.int(),
  isRunning: z.boolean(),
  failure: z.nullable(z.object({ at: instant, message: z.string() })),
})
export type Books = z.output<typeof books>

export const bookChecks = {
  show: deskEndpoint('never', 'GET /api/books', {
    summary:
      'What the last check of the books found: the rows where stock, orders and money do not agree.',
    output: books,
  }),
  check: deskEndpoint('never', 'POST /api/books/check', {
    summary: 'Starts a check of the books unless one is running; the shop stays open.',
    output: books,
    status: 201,
  }),
}
