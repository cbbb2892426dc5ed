import { z } from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { instant } from './shapes.ts'

/** The laws of the books; each row that differs breaks one. */
export const BOOK_LAWS = ['stock', 'movements', 'subtotal', 'captured', 'paid', 'refunds'] as const

const bookRow = z.object({
  law: z.enum(BOOK_LAWS),
  /** What differs, such as `product:7`, `order:12` or `payment:<uuid>`. */
  subject: z.string(),
  /** The two figures that should be one; in units for stock and movements, else in cents. Null where there is none. */
  found: z.nullable(z.int()),
  expected: z.nullable(z.int()),
  words: z.string(),
})
/** A row in which stock, orders and money do not agree. */
export type BookRow = z.output<typeof bookRow>

const books = z.object({ checkedAt: instant, rows: z.array(bookRow) })
export type Books = z.output<typeof books>

export const bookkeeping = {
  check: endpoint({
    method: 'GET',
    path: '/api/books',
    access: 'admin',
    summary: 'The rows in which stock, orders and money do not agree; none when the books balance.',
    output: books,
  }),
}
