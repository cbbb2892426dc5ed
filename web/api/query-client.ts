import { QueryClient, type QueryFunctionContext, queryOptions } from '@tanstack/react-query'
import type { Endpoint, EndpointRef, OutputOf } from '#contract/endpoint.ts'
import { read } from './request.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      on401?: 'throw' | 'null'
      /** 'null': a first load that fails answers null, so that a page shows its failed state where it would have shown the list. */
      onFailure?: 'throw' | 'null'
    }
  }
}

/**
 * Loads a path of the API in the same process; of a list at
 * most `limit`, of the products one and what goes with it.
 */
export type Load = (apiPath: string, limit?: number, productId?: number) => Promise<unknown>

/** The page's memory of what the shop said: a query's key joined by slashes is its path; nothing is retried or refetched by itself (specification, section 7). */
export function createQueryClient(load?: Load): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: (context) => answerOf(context, load),
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
}

/** A list of the first view, whose script has no room for every kind of `query`; null when it could not be loaded. */
export function listQuery<E extends Endpoint>({ path }: EndpointRef<E>) {
  return queryOptions<OutputOf<E> | null>({ queryKey: [path], meta: { onFailure: 'null' } })
}

async function answerOf(
  { queryKey, meta, client }: QueryFunctionContext,
  load?: Load,
): Promise<unknown> {
  const path = queryKey.join('/')
  try {
    return await (load ? load(path) : read(path, { on401: meta?.on401 ?? 'throw' }))
  } catch (failure) {
    const isFirstLoad = client.getQueryData(queryKey) === undefined
    if (meta?.onFailure === 'null' && isFirstLoad) return null
    throw failure
  }
}
