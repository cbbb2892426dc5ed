import type { DataTag, InferDataFromTag, QueryKey, queryOptions } from '@tanstack/react-query'
import type { Endpoint, EndpointRef, OutputOf } from '#contract/endpoint.ts'
import { read } from './request.ts'

/** A question to the shop as TanStack Query writes it: the desk asks it there, the shop's pages below. */
export type Query<Data> = ReturnType<typeof queryOptions<Data>>

/**
 * Loads a path of the API in the same process; of a list at
 * most `limit`, of the products one and what goes with it.
 */
export type Load = (apiPath: string, limit?: number, productId?: number) => Promise<unknown>

type List = {
  /** A first load that fails answers null, so that a page shows its failed state where it would have shown the list. */
  meta?: { onFailure: 'null' } | undefined
}

export type Options = List & {
  queryKey: QueryKey
  queryFn?: (() => Promise<unknown>) | undefined
}

/** What is known of an answer; a new object with each change. */
export type Answer<Data = unknown> = {
  data: Data | undefined
  error: Error | null
  errorUpdateCount: number
  /** It is to be had anew by the next who shows it. */
  isInvalidated: boolean
  fetchStatus: 'fetching' | 'idle'
}

type CachedQuery = {
  options: Options
  state: Answer
  coming: Promise<unknown> | null
  shownBy: number
  refetch: () => Promise<unknown>
}

/** By the beginning of their keys, or what a function says of a key; 'active': those that are shown. */
export type Filter = {
  queryKey?: QueryKey
  predicate?: (query: { queryKey: QueryKey }) => boolean
  type?: 'active' | 'all'
  refetchType?: 'none'
}

export type QueryClient = ReturnType<typeof createQueryClient>

const UNKNOWN: Answer = {
  data: undefined,
  error: null,
  errorUpdateCount: 0,
  isInvalidated: false,
  fetchStatus: 'idle',
}

/**
 * The page's memory of what the shop said, in the words of TanStack Query, for which the first view has no room: a
 * query's key joined by slashes is its path; nothing is retried or refetched by itself (specification, section 7).
 */
export function createQueryClient(load: Load = (path) => read(path)) {
  const queries = new Map<string, CachedQuery>()
  const listeners = new Set<() => void>()

  const stateOf = (queryKey: QueryKey) => queries.get(JSON.stringify(queryKey))?.state

  function find(options: Options): CachedQuery {
    const name = JSON.stringify(options.queryKey)
    const known = queries.get(name)
    if (known) {
      if (options.meta || options.queryFn) known.options = options
      return known
    }
    const one: CachedQuery = {
      options,
      state: UNKNOWN,
      coming: null,
      shownBy: 0,
      refetch: () => quietly(fetch(one, true)),
    }
    queries.set(name, one)
    return one
  }

  function change(one: CachedQuery, next: Partial<Answer>, isQuiet = false): void {
    one.state = { ...one.state, ...next }
    if (!isQuiet) for (const listener of [...listeners]) listener()
  }

  async function answerTo({ options: { queryKey, queryFn, meta }, state }: CachedQuery) {
    try {
      return await (queryFn ? queryFn() : load(queryKey.join('/')))
    } catch (failure) {
      if (meta?.onFailure === 'null' && state.data === undefined) return null
      throw failure
    }
  }

  /**
   * Joins the answer that is on its way; `isAnew` gives it up where
   * an older one can stand meanwhile. Quiet: while React draws.
   */
  function fetch(one: CachedQuery, isAnew = false, isQuiet = false): Promise<unknown> {
    if (one.coming && !(isAnew && one.state.data !== undefined)) return one.coming
    const own = answerTo(one).then(
      (data) => settle({ data: sharing(one.state.data, data), error: null, isInvalidated: false }),
      (error) => {
        settle({ error, errorUpdateCount: one.state.errorUpdateCount + 1 })
        throw error
      },
    )
    const settle = (next: Partial<Answer>) => {
      if (one.coming !== own) return
      one.coming = null
      change(one, { ...next, fetchStatus: 'idle' })
    }
    one.coming = own
    void quietly(own)
    const started = { fetchStatus: 'fetching' } as const
    change(one, one.state.data === undefined ? { ...started, error: null } : started, isQuiet)
    return own
  }

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  const matching = ({ queryKey = [], predicate, type }: Filter) =>
    [...queries.values()].filter(
      ({ options, shownBy }) =>
        (type !== 'active' || shownBy > 0) &&
        (!predicate || predicate(options)) &&
        queryKey.every((part, place) => part === options.queryKey[place]),
    )

  return {
    find,
    fetch,
    getQueryCache: () => ({ subscribe }),
    subscribe,
    async fetchQuery<Key extends QueryKey>({ queryKey, meta }: { queryKey: Key } & List) {
      const one = find({ queryKey, meta })
      if (isStale(one.state)) await fetch(one)
      return one.state.data as InferDataFromTag<unknown, Key>
    },
    getQueryData<Key extends QueryKey>(queryKey: Key) {
      return stateOf(queryKey)?.data as InferDataFromTag<unknown, Key> | undefined
    },
    getQueryState<Key extends QueryKey>(queryKey: Key) {
      return stateOf(queryKey) as Answer<InferDataFromTag<unknown, Key>> | undefined
    },
    setQueryData<Data>(queryKey: QueryKey | DataTag<QueryKey, Data>, data: Data): void {
      change(find({ queryKey }), { data, error: null, isInvalidated: false })
    },
    async invalidateQueries(filter: Filter): Promise<void> {
      const found = matching(filter)
      for (const one of found) change(one, { isInvalidated: true })
      const shown = filter.refetchType ? [] : found.filter(({ shownBy }) => shownBy > 0)
      await Promise.all(shown.map(({ refetch }) => refetch()))
    },
    async refetchQueries(filter: Filter): Promise<void> {
      const found = matching(filter).filter(({ state }) => state.error || state.data !== undefined)
      await Promise.all(found.map(({ refetch }) => refetch()))
    },
    all: () =>
      [...queries.values()].flatMap(({ options: { queryKey }, state: { data } }) =>
        data === undefined ? [] : [[queryKey, data] satisfies [QueryKey, unknown]],
      ),
  }
}

export function isStale({ data, isInvalidated }: Answer): boolean {
  return data === undefined || isInvalidated
}

/** A list of the first view, whose script has no room for every kind of `query`; null when it could not be loaded. */
export function listQuery<E extends Endpoint>({ path }: EndpointRef<E>) {
  const options = { queryKey: [path], meta: { onFailure: 'null' } } as const
  return options as unknown as Query<OutputOf<E> | null> & Required<List>
}

/** What a list holds as before stays the same object, so that it is not drawn again. */
function sharing(before: unknown, after: unknown): unknown {
  if (!Array.isArray(before) || !Array.isArray(after)) return after
  const isAsBefore = (one: unknown, place: number) =>
    JSON.stringify(before[place]) === JSON.stringify(one)
  return after.map((one, place) => (isAsBefore(one, place) ? before[place] : one))
}

async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {})
}
