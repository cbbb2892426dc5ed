import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import { booksQuery } from './books-query.ts'

/** One quiet line: the books balance, or where to see what differs. */
export function BooksNote() {
  const { data, error } = useQuery(booksQuery)
  if (data && data.rows.length > 0) {
    const rows = data.rows.length === 1 ? 'one row' : `${data.rows.length} rows`
    return (
      <p role="alert" className="mb-4 flex items-center gap-2 rounded-2xl border border-beet bg-beet-pale px-4 py-3">
        <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-beet" />
        <span>
          The books differ in {rows}.{' '}
          <a href="#books" className="font-semibold underline underline-offset-4">
            See which
          </a>
        </span>
      </p>
    )
  }
  return (
    <p role="status" className="mb-4 flex min-h-6 items-center gap-2 text-[0.9375rem] text-bark-deep">
      {data && <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-leaf" />}
      {data ? 'Books balance' : error ? 'The books could not be checked.' : 'Checking the books…'}
    </p>
  )
}
