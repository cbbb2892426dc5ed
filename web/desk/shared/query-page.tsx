import type { UseQueryResult } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ListFailed, ListLoading } from './list-states.tsx'

type QueryPageProps<Answer> = {
  title: string
  again: string
  loading: string
  failed: string
  query: UseQueryResult<Answer>
  children: (answer: Answer) => ReactNode
}

export function QueryPage<Answer>({
  title,
  again,
  loading,
  failed,
  query,
  children,
}: QueryPageProps<Answer>) {
  const { data, error, isPending, isFetching, refetch } = query
  const refresh = () => void refetch()
  return (
    <>
      <div className="mb-4 flex items-center justify-between gap-3">
        <h2 className="text-2xl sm:text-3xl">{title}</h2>
        {data !== undefined && (
          <Button variant="quiet" busy={isFetching} onClick={refresh}>
            {!isFetching && <RefreshCw aria-hidden="true" className="size-4.5" />}
            {again}
          </Button>
        )}
      </div>
      {isPending && <ListLoading text={loading} />}
      {error && <ListFailed text={failed} query={{ error, isFetching, refetch }} />}
      {data !== undefined && children(data)}
    </>
  )
}
