import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Notice } from '../shared/notice.tsx'
import { QueryStates } from '../shared/query-page.tsx'
import { useFarmDates } from '../shared/use-farm-dates.ts'

/**
 * How often a list asks by itself how it stands, in ms: others
 * tick on it, and the live connection cannot say that it is gone.
 */
const POLL_EVERY = 20_000

/** A list that had no answer for so long is old, in ms. */
const OLD_AFTER = 60_000

/** The same query, which asks again while its list is on the screen. */
export function polled<Options extends object>(options: Options) {
  return { ...options, refetchInterval: POLL_EVERY, refetchOnWindowFocus: 'always' as const }
}

type DayListProps<List> = {
  name: string
  query: UseQueryResult<List>
  isEmpty: (list: List) => boolean
  empty: ReactNode
  /** `asOf`: when the list was last known to be so, where that is too long ago. */
  children: (list: List, asOf: string | null) => ReactNode
}

/** A list of a day, or why it is not there; one that is old says so. */
export function DayList<List>({ name, query, isEmpty, empty, children }: DayListProps<List>) {
  const { formatTime } = useFarmDates()
  const isOld = useIsOld(query.dataUpdatedAt)
  const asOf = isOld ? formatTime(new Date(query.dataUpdatedAt).toISOString()) : null
  return (
    <QueryStates
      loading={`Loading the ${name}…`}
      failed={`The ${name} could not be loaded.`}
      query={query}
    >
      {(list) => (
        <>
          {asOf && (
            <Notice tone="warning" role="status" className="mb-3">
              No answer for a minute. This is the list as of {asOf}.
            </Notice>
          )}
          {isEmpty(list) ? empty : children(list, asOf)}
        </>
      )}
    </QueryStates>
  )
}

function useIsOld(at: number): boolean {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), OLD_AFTER / 12)
    return () => clearInterval(timer)
  }, [])
  return at > 0 && now - at > OLD_AFTER
}
