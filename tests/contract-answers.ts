import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import { listEndpoints } from '../scripts/list-endpoints.ts'

export const ENDPOINTS: readonly Endpoint[] = await listEndpoints()

const CALLS = ENDPOINTS.map((endpoint) => ({
  endpoint,
  form: new RegExp(`^${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`),
}))

/**
 * What's wrong with an answer to a call like `GET /api/products`; null if nothing. A fixed path
 * wins over one with parameters.
 */
export function faultInAnswer(call: string, body: unknown): string | null {
  const found = CALLS.filter(({ form }) => form.test(call)).sort(
    (one, other) => one.endpoint.path.split('{').length - other.endpoint.path.split('{').length,
  )
  const [known] = found
  if (!known) return `The contract has no call ${call}`
  const { error } = z.safeParse(known.endpoint.output ?? z.undefined(), body)
  return error ? `${call}: ${z.prettifyError(error)}` : null
}
