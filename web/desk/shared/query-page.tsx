import type { UseQueryResult } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
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

type QueryPageProps<Answer> = QueryStatesProps<Answer> & { title: string }

export function QueryPage<Answer>({ title, ...states }: QueryPageProps<Answer>) {
  const { data, error, isFetching, refetch } = states.query
  const isThere = data !== undefined
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-2xl sm:text-3xl">{title}</h2>
        {isThere && (
          <Button variant="quiet" busy={isFetching} onClick={() => void refetch()}>
            {!isFetching && <RefreshCw aria-hidden="true" className="size-4.5" />}
            Refresh
          </Button>
        )}
      </div>
      {isThere && error && (
        <div className="mb-4">
          <ListFailed text={states.failed} query={states.query} />
        </div>
      )}
      <QueryStates {...states} />
    </>
  )
}
