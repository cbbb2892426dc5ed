import { type MutationCache, QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { read } from './request.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** A first load that fails answers null, so that a page shows its failed state where it would have shown the list. */
    queryMeta: { onFailure?: 'null' }
  }
}

/**
 * Loads a path of the API in the same process; of a list at
 * most `limit`, of the products one and what goes with it.
 */
export type Load = (apiPath: string, limit?: number, productId?: number) => Promise<unknown>

type Own = { mutationCache?: MutationCache; gcTime?: number }

/**
 * What a page knows of the shop: a query's key joined by slashes is its path; nothing is retried, read again or,
 * unless `gcTime` says so, forgotten by itself (specification, section 7).
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
