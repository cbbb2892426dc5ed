import type { dataTagSymbol, QueryKey, UseQueryOptions } from '@tanstack/react-query'
import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react'
import { type Answer, isStale, type Options, type QueryClient } from './query-client.ts'

/**
 * Of TanStack's options those that are read here. Without `enabled` nothing is asked,
 * what is known is there all the same; with `refetchOnMount: false` an old answer will
 * do; `initialData` is what is known of another question and answers this one too.
 */
type QueryRequest<Data> = Pick<UseQueryOptions<Data>, 'enabled'> & {
  queryKey: QueryKey & { [dataTagSymbol]?: Data }
  queryFn?: UseQueryOptions<Data>['queryFn'] | undefined
  initialData?: UseQueryOptions<Data>['initialData']
  refetchOnMount?: UseQueryOptions<Data>['refetchOnMount']
}

const Client = createContext<QueryClient | null>(null)

type ProviderProps = { client: QueryClient; children: ReactNode }

export function QueryClientProvider({ client, children }: ProviderProps) {
  return <Client value={client}>{children}</Client>
}

/** @throws Error outside the QueryClientProvider */
export function useQueryClient(): QueryClient {
  const client = useContext(Client)
  if (!client) throw new Error('useQueryClient must be used within a QueryClientProvider')
  return client
}

/** What the shop answers, asked for once it is shown and not known, or known to be old. */
export function useQuery<Data>(options: QueryRequest<Data>) {
  const { enabled = true, initialData, refetchOnMount = true } = options
  const client = useQueryClient()
  const one = client.find(options as Options)
  if (one.state.data === undefined && typeof initialData === 'function')
    one.state = { ...one.state, data: (initialData as () => unknown)() }
  const needsFetch = ({ data, isInvalidated }: Answer) =>
    data === undefined || refetchOnMount === 'always' || (isInvalidated && refetchOnMount === true)
  const read = () => one.state
  const state = useSyncExternalStore(client.subscribe, read, read) as Answer<Data>
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is asked when it is first shown, however it is asked later.
  useEffect(() => {
    if (!enabled) return
    one.shownBy += 1
    if (needsFetch(one.state)) client.fetch(one).catch(() => {})
    return () => {
      one.shownBy -= 1
    }
  }, [client, one, enabled])
  const isOld = enabled === true && isStale(state)
  return {
    ...state,
    isPending: state.data === undefined && !state.error,
    isStale: isOld,
    // Its first reader asks right after it is drawn.
    isFetching:
      state.fetchStatus === 'fetching' ||
      (enabled === true && one.shownBy === 0 && needsFetch(state)),
    refetch: one.refetch,
  }
}

/** The same, waiting for the first answer. @throws whatever kept it from coming */
export function useSuspenseQuery<Data>(options: QueryRequest<Data>) {
  const client = useQueryClient()
  const answer = useQuery(options)
  if (answer.data === undefined) {
    if (answer.error) throw answer.error
    throw client.fetch(client.find(options as Options), false, true)
  }
  return { ...answer, data: answer.data as Data }
}
