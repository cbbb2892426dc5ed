import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { QueryStates } from '../shared/query-page.tsx'

type DayListProps<List> = {
  name: string
  query: UseQueryResult<List>
  isEmpty: (list: List) => boolean
  empty: ReactNode
  children: (list: List) => ReactNode
}

/** A list of a day, or why it is not there. */
export function DayList<List>({ name, query, isEmpty, empty, children }: DayListProps<List>) {
  return (
    <QueryStates
      loading={`Loading the ${name}…`}
      failed={`The ${name} could not be loaded.`}
      query={query}
    >
      {(list) => (isEmpty(list) ? empty : children(list))}
    </QueryStates>
  )
}
