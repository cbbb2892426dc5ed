import {
  type MutationCache,
  type QueryCache,
  QueryClient,
  type QueryFunctionContext,
} from '@tanstack/react-query'
import { read } from './request.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** If the first load fails the answer is null, so the error shows where the list would be. */
    queryMeta: { onFailure?: 'null' }
  }
}

/** Loads in this process: at most `limit` items of a list, or one product and what goes with it. */
export type Load = (apiPath: string, limit?: number, productId?: number) => Promise<unknown>

type Own = { queryCache?: QueryCache; mutationCache?: MutationCache; gcTime?: number }

/**
 * A query's key joined by slashes is its API path; nothing retries, refetches or, unless `gcTime`
 * says so, expires on its own (specification, section 7).
 */
export function createQueryClient(
  load: Load = (path) => read(path),
  { gcTime = Number.POSITIVE_INFINITY, ...caches }: Own = {},
): QueryClient {
  const answerOf = async ({ client, queryKey, meta }: QueryFunctionContext): Promise<unknown> => {
    try {
      return await load(queryKey.join('/'))
    } catch (failure) {
      if (meta?.onFailure === 'null' && client.getQueryData(queryKey) === undefined) return null
      throw failure
    }
  }
  return new QueryClient({
    ...caches,
    defaultOptions: {
      queries: {
        queryFn: answerOf,
        retry: false,
        gcTime,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
}
