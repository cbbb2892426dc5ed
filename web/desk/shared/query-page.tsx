import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ListFailed, ListLoading } from './list-states.tsx'

type ShownQuery<Answer> = Pick<UseQueryResult<Answer>, 'data' | 'error' | 'isFetching' | 'refetch'>

type QueryStatesProps<Answer> = {
  loading: string
  failed: string
  query: ShownQuery<Answer>
  children: (answer: NonNullable<Answer>) => ReactNode
}

export function QueryStates<Answer>(props: QueryStatesProps<Answer>) {
  const { loading, failed, query, children } = props
  const { data, error } = query
  if (data != null) return children(data)
  return error ? <ListFailed text={failed} query={query} /> : <ListLoading text={loading} />
}

/** What a page shows by one question; what it showed before stays where it cannot be asked again. */
export function QueryPage<Answer>(props: QueryStatesProps<Answer>) {
  const { query, failed } = props
  return (
    <>
      {query.data !== undefined && query.error && (
        <div className="mb-4">
          <ListFailed text={failed} query={query} />
        </div>
      )}
      <QueryStates {...props} />
    </>
  )
}
