import fc from 'fast-check'
import type { Route } from './every-route.ts'
import { fromShape } from './from-shape.ts'

export type Text = { route: Route; body: (text: unknown) => unknown; name: string }

export function textsOf(route: Route, numRuns = 40, seed = 1): Text[] {
  const shape = route.endpoint?.body
  if (!shape) return []
  const samples = fc.sample(fromShape(shape), { numRuns, seed })
  const found = new Map<string, Text>()
  for (const sample of samples)
    for (const path of textPlaces(sample)) {
      const name = path.map((key) => (/^\d+$/.test(key) ? 'n' : key)).join('.')
      found.set(name, { route, name, body: (text) => withText(sample, path, text) })
    }
  return [...found.values()]
}

function textPlaces(value: unknown, at: string[] = []): string[][] {
  if (typeof value === 'string') return [at]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textPlaces(inner, [...at, key]))
}

function withText(value: unknown, [key, ...rest]: string[], text: unknown): unknown {
  if (key === undefined) return text
  if (Array.isArray(value))
    return value.map((inner, at) => (String(at) === key ? withText(inner, rest, text) : inner))
  const entries = Object.entries(value as object)
  return Object.fromEntries(
    entries.map(([name, inner]) => [name, name === key ? withText(inner, rest, text) : inner]),
  )
}
