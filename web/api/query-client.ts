import { type MutationCache, QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { read } from './request.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** A failed first load answers null, so the error stands where the list would be. */
    queryMeta: { onFailure?: 'null' }
  }
}

/** In the same process: at most `limit` items, or one product and what goes with it. */
export type Load = (apiPath: string, limit?: number, productId?: number) => Promise<unknown>

type Own = { mutationCache?: MutationCache; gcTime?: number }

/** Keys joined by slashes are API paths; no retry, refetch or expiry (specification, section 7). */
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
