import { globSync } from 'node:fs'
import { z } from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'

const CONTRACT = `${import.meta.dirname}/../contract`

export const ENDPOINTS: readonly Endpoint[] = await endpointsIn(CONTRACT)

const CALLS = ENDPOINTS.map((endpoint) => ({
  endpoint,
  form: new RegExp(`^${endpoint.method} ${endpoint.path.replace(/\{\w+\}/g, '[^/?]+')}(?:\\?|$)`),
}))

async function endpointsIn(folder: string): Promise<Endpoint[]> {
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((file) => import(`${folder}/${file}`)))
  return modules.flatMap((module) => Object.values(module).flatMap(endpointsOf))
}

function endpointsOf(exported: unknown): Endpoint[] {
  if (isEndpoint(exported)) return [exported]
  const isGroup = typeof exported === 'object' && exported?.constructor === Object
  return isGroup ? Object.values(exported).flatMap(endpointsOf) : []
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'output' in value
}

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
  const { error } = z.safeParse(known.endpoint.output, body)
  return error ? `${call}: ${z.prettifyError(error)}` : null
}
