import { useQuery } from '@tanstack/react-query'
import { BookOpenCheck, CircleCheck } from 'lucide-react'
import type { Books } from '#contract/money/books.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import type { Work } from '../shared/work-row.tsx'
import { booksQuery } from './books-query.ts'

export function warningOfBooks({ differing, failure }: Books): Work[] {
  const books = { name: 'books', Icon: BookOpenCheck, tone: 'failure', href: '#books' } as const
  const rows = differing === 1 ? 'one row' : `${differing.toLocaleString('en-US')} rows`
  if (differing > 0)
    return [{ ...books, title: `The books are off in ${rows}`, detail: 'See which' }]
  if (failure) return [{ ...books, title: 'The books could not be checked', detail: 'See why' }]
  return []
}

export function BooksNote() {
  const { data, error } = useQuery(booksQuery)
  if (data && warningOfBooks(data).length > 0) return null
  return (
    <p role="status" className="flex min-h-6 items-center gap-2 text-[0.9375rem] text-bark-deep">
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
  const { formatMoment } = useFarmDates()
  return (
    <>
      {checkedAt ? <span>Books balance</span> : 'The books have not been checked yet.'}
      {checkedAt && <span> · checked {formatMoment(checkedAt)}</span>}{' '}
      <a href="#books" className="inline-flex min-h-11 items-center underline underline-offset-4">
        Check now
      </a>
    </>
  )
}
