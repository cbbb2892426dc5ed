import type { DataTag, QueryClient, QueryKey, UnusedSkipTokenOptions } from '@tanstack/react-query'
import { type Endpoint, type EndpointRef, type OutputOf, pathOf } from '#contract/endpoint.ts'
import { type Arguments, type Parts, queryString } from './call.ts'

export type Query<Data> = UnusedSkipTokenOptions<Data> & { queryKey: DataTag<QueryKey, Data> }

export type Readable = Endpoint & { method: 'GET' }

export type Answered = Pick<Readable, 'path'>

export function query<E extends Readable>(endpoint: E | EndpointRef<E>, ...[input]: Arguments<E>) {
  return { queryKey: keyOf(endpoint.path, input) } as Query<OutputOf<E>>
}

export function queryOrNull<E extends Readable>(
  endpoint: E | EndpointRef<E>,
  ...[input]: Arguments<E>
) {
  return { queryKey: keyOf(endpoint.path, input) } as Query<OutputOf<E> | null>
}

/** A key's parts joined by slashes are the call's address (specification, section 7). */
function keyOf(path: string, { params, query }: Parts = {}): readonly string[] {
  return (path + queryString(query)).split(/\/(?=\{)/).map((part) => pathOf(part, params))
}

/** With any parameters: now if on screen, otherwise when it next is. */
export function invalidate(client: QueryClient, ...endpoints: Answered[]): Promise<void> {
  const paths = endpoints.map(({ path }) => path.split('/{')[0])
  // Keys joined by slashes are addresses, so the query string is in the first part.
  return client.invalidateQueries({
    predicate: ({ queryKey: [first] }) => paths.includes(String(first).split('?')[0]),
  })
}
