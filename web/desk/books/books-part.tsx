import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { type BookRow, type Books, bookChecks, differs } from '#contract/money/books.ts'
import { call, query } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { useHash } from '#web/ui/use-hash.ts'
import { CardList, CardRow, QueryStates } from '../shared/card.tsx'
import { Notice } from '../shared/notice.tsx'
import { toastFailure } from '../shared/use-change.ts'
import { useFarmDates } from '../shared/use-farm-dates.ts'

/** One line where they match; else what differs. */
export function BooksPart() {
  const part = useRef<HTMLElement>(null)
  const isLinked = useHash() === 'money/books'
  useEffect(() => {
    if (isLinked) part.current?.scrollIntoView()
  }, [isLinked])
  return (
    <section ref={part} aria-label="Books" className="scroll-mt-20">
      <QueryStates
        loading="Reading the books…"
        failed="The books could not be read."
        query={useQuery(booksQuery)}
      >
        {(books) => {
          const rows = books.rows.filter(differs)
          const more = books.differing - rows.length
          return (
            <>
              <BooksLine books={books} />
              {books.differing > 0 && <Rows rows={rows} className="border-beet!" />}
              {more > 0 && (
                <p className="mt-3 text-bark-deep">
                  And {more.toLocaleString('en-US')} more: farmstand check-books lists them all.
                </p>
              )}
              <Settled rows={books.rows.filter((row) => !differs(row))} />
            </>
          )
        }}
      </QueryStates>
    </section>
  )
}

function BooksLine({ books }: { books: Books }) {
  const { checkedAt, isRunning, differing, failure } = books
  const { formatMoment } = useFarmDates()
  const check = useCheckBooks()
  const found = differing === 0 ? 'Books match the orders and the card provider' : 'Books are off'
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 text-bark-deep">
        {checkedAt && differing === 0 && (
          <CircleCheck aria-hidden="true" className="size-5 shrink-0 text-leaf" />
        )}
        <p>
          {checkedAt ? `${found}, checked ${formatMoment(checkedAt)}.` : 'Books not checked yet.'}
        </p>
        <Button
          variant="plain"
          size="sm"
          className="underline underline-offset-4"
          busy={check.isPending || isRunning}
          onClick={() => check.mutate()}
        >
          {isRunning ? 'Checking…' : 'Check now'}
        </Button>
      </div>
      {failure && (
        <Notice tone="failure" role="alert" className="mb-4">
          The check from {formatMoment(failure.at)} failed: {failure.message}
        </Notice>
      )}
    </>
  )
}

function Settled({ rows }: { rows: BookRow[] }) {
  if (rows.length === 0) return null
  return (
    <section className="mt-6">
      <h3 className="mb-2 font-sans text-base font-semibold">Refunds settled otherwise</h3>
      <p className="mb-3 text-bark-deep">
        These failed, and the buyer got the money back another way. There is nothing to do.
      </p>
      <Rows rows={rows} />
    </section>
  )
}

function Rows({ rows, className }: { rows: BookRow[]; className?: string }) {
  return (
    <CardList className={className}>
      {rows.map(({ law, subject, message }) => (
        <CardRow key={`${law} ${subject} ${message}`} className="p-4 wrap-anywhere">
          {message}
        </CardRow>
      ))}
    </CardList>
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

/** How often to ask whether a check is done, in ms. */
const PACE = 1000

export const booksQuery = queryOptions({
  ...query(bookChecks.show),
  refetchInterval: ({ state }) => (state.data?.isRunning ? PACE : false),
})
