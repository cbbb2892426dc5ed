import { MutationCache, QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { today } from '#contract/today.ts'
import { ApiFailure, read } from '#web/api/request.ts'
import { readAgain } from './read-again.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** With 'null' being signed out is an answer, not a failure. */
    queryMeta: { on401?: 'throw' | 'null' }
  }
}

/**
 * The desk's query cache: a query's key joined by slashes is its path; nothing is retried or refetched by itself
 * (specification, section 7), but what waits for the farmer after each change.
 */
export function createDeskClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({ onSuccess: () => void readAgain(client, [today.show]) }),
    defaultOptions: {
      queries: {
        queryFn: answerOf,
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        refetchInterval: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  return client
}

async function answerOf({ queryKey, meta }: QueryFunctionContext): Promise<unknown> {
  try {
    return await read(queryKey.join('/'))
  } catch (failure) {
    const isSignedOut = failure instanceof ApiFailure && failure.status === 401
    if (isSignedOut && meta?.on401 === 'null') return null
    throw failure
  }
}
