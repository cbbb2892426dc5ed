import { type Endpoint, type InputOf, type OutputOf, pathOf } from '#contract/endpoint.ts'
import { send } from './request.ts'

export type Arguments<E extends Endpoint> =
  Record<string, never> extends InputOf<E> ? [input?: InputOf<E>] : [input: InputOf<E>]

export type Parts = {
  params?: Record<string, string | number>
  query?: Record<string, string | number | undefined>
  body?: unknown
}

/**
 * Makes a call of the contract.
 * @throws ApiFailure when the shop says no, TypeError or TimeoutError when nobody answers
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: Arguments<E>
): Promise<OutputOf<E>> {
  const { params, query, body } = (input ?? {}) as Parts
  const response = await send(
    endpoint.method,
    pathOf(endpoint.path, params) + queryString(query),
    body,
  )
  return (response.status === 204 ? undefined : await response.json()) as OutputOf<E>
}

export function queryString(query: Parts['query'] = {}): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}
