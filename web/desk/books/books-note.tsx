import { useQuery } from '@tanstack/react-query'
import { CircleCheck, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Books } from '#contract/books.ts'
import { formatMoment } from '#contract/date-format.ts'
import { booksQuery } from './books-page.tsx'

export function BooksNote() {
  const { data, error } = useQuery(booksQuery)
  if (data && data.differing > 0) {
    const rows = data.differing === 1 ? 'one row' : `${data.differing.toLocaleString('en-US')} rows`
    return <BooksAlert link="See which">The books are off in {rows}.</BooksAlert>
  }
  if (data?.failure) return <BooksAlert link="See why">The books could not be checked.</BooksAlert>
  return (
    <p
      role="status"
      className="mb-4 flex min-h-6 items-center gap-2 text-[0.9375rem] text-bark-deep"
    >
      {data?.checkedAt && <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-leaf" />}
      <span>
        {data ? (
          <Found books={data} />
        ) : error ? (
          'The books could not be read.'
        ) : (
          'Reading the books…'
        )}
      </span>
    </p>
  )
}

function Found({ books: { checkedAt } }: { books: Books }) {
  return (
    <>
      {checkedAt ? <span>Books balance</span> : 'The books have not been checked yet.'}
      {checkedAt && <span> · checked {formatMoment(checkedAt)}</span>}{' '}
      <a href="#books" className="underline underline-offset-4">
        Check now
      </a>
    </>
  )
}

function BooksAlert({ link, children }: { link: string; children: ReactNode }) {
  return (
    <p
      role="alert"
      className="mb-4 flex items-center gap-2 rounded-2xl border border-beet bg-beet-pale px-4 py-3"
    >
      <TriangleAlert aria-hidden="true" className="size-5 shrink-0 text-beet" />
      <span>
        {children}{' '}
        <a href="#books" className="font-semibold underline underline-offset-4">
          {link}
        </a>
      </span>
    </p>
  )
}
