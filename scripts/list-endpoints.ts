import { globSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from '#contract/endpoint.ts'

const CONTRACT = join(import.meta.dirname, '../contract')

/** Every call of the contract, by path. */
export async function listEndpoints(): Promise<Endpoint[]> {
  const files = globSync('**/*.ts', { cwd: CONTRACT }).filter((file) => !file.endsWith('.test.ts'))
  const modules = await Promise.all(files.map((file) => import(join(CONTRACT, file))))
  const found = modules.flatMap((module) => Object.values(module).flatMap(endpointsOf))
  return found.sort((one, other) => (one.path < other.path ? -1 : 1))
}

function endpointsOf(exported: unknown): Endpoint[] {
  if (isEndpoint(exported)) return [exported]
  const isGroup = typeof exported === 'object' && exported?.constructor === Object
  return isGroup ? Object.values(exported).flatMap(endpointsOf) : []
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value
}
