import { useQuery } from '@tanstack/react-query'
import { CircleCheck, RefreshCw } from 'lucide-react'
import type { BookRow } from '#contract/books.ts'
import { sentenceOf } from '#web/api/call.ts'
import { Button } from '#web/ui/button.tsx'
import { ListFailed, ListLoading } from '../list-states.tsx'
import { booksQuery } from './books-query.ts'
import { sayMoment } from './say-moment.ts'

/** The check of the books: each row in which stock, orders and money do not agree. */
export function BooksPart() {
  const { data, error, isPending, isFetching, refetch } = useQuery(booksQuery)
  const ask = () => void refetch()
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 className="text-2xl sm:text-3xl">Books</h2>
        {data && (
          <Button variant="quiet" busy={isFetching} onClick={ask}>
            {!isFetching && <RefreshCw aria-hidden="true" className="size-4.5" />}
            Check again
          </Button>
        )}
      </div>
      {isPending && <ListLoading words="Checking the books…" />}
      {error && (
        <ListFailed
          words="The books could not be checked."
          sentence={sentenceOf(error)}
          isTrying={isFetching}
          onTryAgain={ask}
        />
      )}
      {data && <p className="mb-4 text-bark-deep">Checked {sayMoment(data.checkedAt)}.</p>}
      {data && (data.rows.length === 0 ? <Balanced /> : <Differing rows={data.rows} />)}
    </>
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
