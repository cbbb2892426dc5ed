import type { DataTag, QueryClient, QueryKey, UnusedSkipTokenOptions } from '@tanstack/react-query'
import {
  type Endpoint,
  type EndpointRef,
  type InputOf,
  type OutputOf,
  pathOf,
} from '#contract/endpoint.ts'
import { ApiFailure, send } from './request.ts'

type Arguments<E extends Endpoint> =
  Record<string, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

type Parts = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

/** Asks the farmer for the password or passkey again; answers whether it was given. */
type SignInAgain = () => Promise<boolean>

const atDesk: { signInAgain: SignInAgain } = { signInAgain: async () => false }

/** What asks wherever the shop wants a fresh sign-in; the call is then made again. */
export function askWith(signInAgain: SignInAgain): void {
  atDesk.signInAgain = signInAgain
}

/** @throws ApiFailure when the shop says no, TypeError or TimeoutError when nobody answers */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<OutputOf<E>> {
  const { params, query, body } = (input ?? {}) as Parts
  const ask = () => send(endpoint.method, pathOf(endpoint.path, params) + queryString(query), body)
  const response = await ask().catch(async (failure: unknown) => {
    const asksAgain = failure instanceof ApiFailure && failure.refusal.code === 'sign-in-again'
    if (asksAgain && (await atDesk.signInAgain())) return ask()
    throw failure
  })
  return (response.status === 204 ? undefined : await response.json()) as OutputOf<E>
}

export function queryString(query: Parts['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

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

/** Refetches these endpoints with any parameters: now if on screen, else when they next are. */
export function invalidate(client: QueryClient, ...endpoints: Answered[]): Promise<void> {
  const paths = endpoints.map(({ path }) => path.split('/{')[0])
  // Keys joined by slashes are addresses, so the query string is in the first part.
  return client.invalidateQueries({
    predicate: ({ queryKey: [first] }) => paths.includes(String(first).split('?')[0]),
  })
}
