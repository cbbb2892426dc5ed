import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Endpoint, type EndpointRef, type OutputOf, pathOf } from '#contract/endpoint.ts'
import { type Arguments, type Parts, queryString } from './call.ts'

export type Readable = Endpoint & { method: 'GET' }

/** The key and the type of an endpoint's answer; the client's own query function asks for it. */
export function query<E extends Readable>(endpoint: E | EndpointRef<E>, ...[input]: Arguments<E>) {
  return queryOptions<OutputOf<E>>({ queryKey: keyOf(endpoint.path, input) })
}

/** The same where null stands for an answer that is missing. */
export function queryOrNull<E extends Readable>(
  endpoint: E | EndpointRef<E>,
  ...[input]: Arguments<E>
) {
  return queryOptions<OutputOf<E> | null>({ queryKey: keyOf(endpoint.path, input) })
}

/** Joined by slashes, the parts of a key are the call's address (specification, section 7). */
function keyOf(path: string, { params, query }: Parts = {}): readonly string[] {
  return (path + queryString(query)).split(/\/(?=\{)/).map((part) => pathOf(part, params))
}

/** Has what these endpoints answered asked for again: at once where it is shown, else when it is. */
export async function invalidate(client: QueryClient, ...endpoints: Readable[]): Promise<void> {
  const keys = endpoints.map(({ path }) => path.split('/{').slice(0, 1))
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}
