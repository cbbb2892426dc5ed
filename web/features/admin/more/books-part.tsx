import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import type { BookRow } from '#contract/books.ts'
import { AskedPart } from './asked-part.tsx'
import { booksQuery } from './books-query.ts'
import { sayMoment } from './say-moment.ts'

/** The check of the books: each row in which stock, orders and money do not agree. */
export function BooksPart() {
  return (
    <AskedPart
      title="Books"
      again="Check again"
      loading="Checking the books…"
      failed="The books could not be checked."
      asked={useQuery(booksQuery)}
    >
      {({ checkedAt, rows }) => (
        <>
          <p className="mb-4 text-bark-deep">Checked {sayMoment(checkedAt)}.</p>
          {rows.length === 0 ? <Balanced /> : <Differing rows={rows} />}
        </>
      )}
    </AskedPart>
  )
}

function Balanced() {
  return (
    <p className="flex items-start gap-3 rounded-2xl border border-straw bg-card p-4">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
      <span>
        Books balance: stock is what its movements make, every order is what was taken from the shelf, and all money
        belongs to an order of exactly its amount.
      </span>
    </p>
  )
}

function Differing({ rows }: { rows: readonly BookRow[] }) {
  return (
    <ul className="rounded-2xl border border-beet bg-card">
      {rows.map(({ law, subject, words }) => (
        <li key={`${law} ${subject} ${words}`} className="border-b border-straw p-4 wrap-anywhere last:border-0">
          {words}
        </li>
      ))}
    </ul>
  )
}
