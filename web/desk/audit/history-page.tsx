import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query'
import { formatMoment } from '#contract/date-format.ts'
import { type HistoryEntry, history } from '#contract/history.ts'
import { call } from '#web/api/call.ts'
import { sentenceOf } from '#web/api/request.ts'
import { Button } from '#web/ui/button.tsx'
import { formatDevice } from '../account/format-device.ts'
import { ListEmpty, ListFailed, ListLoading } from '../shared/list-states.tsx'
import { formatDeskEntry, formatDetails } from './format-desk-entry.ts'

const historyQuery = infiniteQueryOptions({
  queryKey: [history.all.path],
  queryFn: ({ pageParam }) => call(history.all, { query: pageParam === null ? {} : { before: String(pageParam) } }),
  initialPageParam: null as number | null,
  getNextPageParam: ({ entries, isMore }) => (isMore ? (entries.at(-1)?.id ?? null) : null),
  // Every call of the desk may add to it, so it is read whenever it is opened.
  staleTime: 0,
  gcTime: 0,
})

export function HistoryPart() {
  const { data, error, isPending, isFetching, refetch, ...older } = useInfiniteQuery(historyQuery)
  const entries = data?.pages.flatMap((page) => page.entries)
  const refresh = () => void refetch()
  return (
    <>
      <h2 className="mb-4 text-2xl sm:text-3xl">History</h2>
      {isPending && <ListLoading text="Loading the history…" />}
      {error && !data && (
        <ListFailed
          text="The history could not be loaded."
          sentence={sentenceOf(error)}
          isTrying={isFetching}
          onTryAgain={refresh}
        />
      )}
      {entries?.length === 0 && <ListEmpty text="Nothing has been done at the desk yet." />}
      {entries && entries.length > 0 && (
        <ol className="rounded-2xl border border-straw bg-card">
          {entries.map((entry) => (
            <EntryRow key={entry.id} entry={entry} />
          ))}
        </ol>
      )}
      {older.hasNextPage && (
        <Button
          variant="plain"
          busy={older.isFetchingNextPage}
          onClick={() => void older.fetchNextPage()}
          className="mx-auto mt-6 flex"
        >
          Show older
        </Button>
      )}
    </>
  )
}

function EntryRow({ entry }: { entry: HistoryEntry }) {
  return (
    <li className="border-b border-straw px-4 py-3 wrap-anywhere last:border-0">
      <p className="font-semibold">{formatDeskEntry(entry)}</p>
      {formatDetails(entry).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <p className="text-[0.9375rem] text-bark-deep">
        <time dateTime={entry.at}>{formatMoment(entry.at)}</time>
        {entry.address === null ? '' : ` · ${formatDevice(entry)}`}
      </p>
    </li>
  )
}
