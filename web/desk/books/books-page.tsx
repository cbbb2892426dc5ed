import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck, ListChecks } from 'lucide-react'
import { type BookRow, type Books, bookChecks, differs } from '#contract/money/books.ts'
import { call } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '../shared/notice.tsx'
import { QueryPage } from '../shared/query-page.tsx'
import { toastFailure } from '../shared/toast-failure.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'
import { booksQuery } from './books-query.ts'

export function BooksPage() {
  return (
    <QueryPage
      title="Books"
      loading="Reading the books…"
      failed="The books could not be read."
      query={useQuery(booksQuery)}
    >
      {(books) => (
        <>
          <CheckNow books={books} />
          {books.failure && <LastFailure failure={books.failure} />}
          {books.checkedAt && books.differing === 0 && <Balanced />}
          {books.differing > 0 && <Differing books={books} />}
          <Settled rows={books.rows.filter((row) => !differs(row))} />
        </>
      )}
    </QueryPage>
  )
}

function CheckNow({ books: { checkedAt, isRunning } }: { books: Books }) {
  const { formatMoment } = useFarmDates()
  const check = useCheckBooks()
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Button busy={check.isPending || isRunning} onClick={() => check.mutate()}>
        <ListChecks aria-hidden="true" className="size-4.5" />
        {isRunning ? 'Checking…' : 'Check now'}
      </Button>
      <p className="text-bark-deep">
        {checkedAt ? `Checked ${formatMoment(checkedAt)}.` : 'Not checked yet.'} Everything is
        checked every night.
      </p>
    </div>
  )
}

function LastFailure({ failure }: { failure: NonNullable<Books['failure']> }) {
  const { formatMoment } = useFarmDates()
  return (
    <Notice tone="failure" role="alert" className="mb-4">
      The check from {formatMoment(failure.at)} failed: {failure.message}
    </Notice>
  )
}

function Balanced() {
  return (
    <p className="flex items-start gap-3 rounded-2xl border border-straw bg-card p-4">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
      <span>
        Books balance: stock matches its movements, every order matches what was taken from stock,
        and every payment belongs to an order of exactly that amount.
      </span>
    </p>
  )
}

function Differing({ books: { rows: all, differing } }: { books: Books }) {
  const rows = all.filter(differs)
  return (
    <>
      <Rows rows={rows} className="border-beet" />
      {differing > rows.length && (
        <p className="mt-3 text-bark-deep">
          And {(differing - rows.length).toLocaleString('en-US')} more: npm run check:books lists
          them all.
        </p>
      )}
    </>
  )
}

function Settled({ rows }: { rows: BookRow[] }) {
  if (rows.length === 0) return null
  return (
    <section className="mt-6">
      <h2 className="mb-2 font-bold">Refunds settled otherwise</h2>
      <p className="mb-3 text-bark-deep">
        These failed, and the buyer got the money back another way. There is nothing to do.
      </p>
      <Rows rows={rows} className="border-straw" />
    </section>
  )
}

function Rows({ rows, className }: { rows: BookRow[]; className: string }) {
  return (
    <ul className={`rounded-2xl border bg-card ${className}`}>
      {rows.map(({ law, subject, message }) => (
        <li
          key={`${law} ${subject} ${message}`}
          className="border-b border-straw p-4 wrap-anywhere last:border-0"
        >
          {message}
        </li>
      ))}
    </ul>
  )
}

function useCheckBooks() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(bookChecks.check),
    onSuccess: (books) => client.setQueryData(booksQuery.queryKey, books),
    onError: (failure) => toastFailure('The books were not checked', failure),
  })
}
