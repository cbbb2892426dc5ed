import type { DataTag, QueryClient, QueryKey, UnusedSkipTokenOptions } from '@tanstack/react-query'
import { type Endpoint, type EndpointRef, type OutputOf, pathOf } from '#contract/endpoint.ts'
import { type Arguments, type Parts, queryString } from './call.ts'

export type Query<Data> = UnusedSkipTokenOptions<Data> & { queryKey: DataTag<QueryKey, Data> }

export type Readable = Endpoint & { method: 'GET' }

/** What names an answer: its endpoint, or the endpoint's path alone. */
export type Answered = Pick<Readable, 'path'>

/** The key and the type of an endpoint's answer; the client's own function asks for it. */
export function query<E extends Readable>(endpoint: E | EndpointRef<E>, ...[input]: Arguments<E>) {
  return { queryKey: keyOf(endpoint.path, input) } as Query<OutputOf<E>>
}

/** The same where null stands for an answer that is missing. */
export function queryOrNull<E extends Readable>(
  endpoint: E | EndpointRef<E>,
  ...[input]: Arguments<E>
) {
  return { queryKey: keyOf(endpoint.path, input) } as Query<OutputOf<E> | null>
}

/** Joined by slashes, the parts of a key are the call's address (specification, section 7). */
function keyOf(path: string, { params, query }: Parts = {}): readonly string[] {
  return (path + queryString(query)).split(/\/(?=\{)/).map((part) => pathOf(part, params))
}

/**
 * Has what these endpoints answered, whatever they were asked, asked for again: at once where it is
 * shown, else when it is.
 */
export function invalidate(client: QueryClient, ...endpoints: Answered[]): Promise<void> {
  const paths = endpoints.map(({ path }) => path.split('/{')[0])
  // A query string is part of the key's first part, as keys joined by slashes are addresses.
  return client.invalidateQueries({
    predicate: ({ queryKey: [first] }) => paths.includes(String(first).split('?')[0]),
  })
}
