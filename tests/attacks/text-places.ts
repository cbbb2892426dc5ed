import fc from 'fast-check'
import type { Route } from './every-route.ts'
import { fromShape } from './from-shape.ts'
import { type Place, placesOf, putAt } from './spoil.ts'

export type Text = { route: Route; body: (text: unknown) => unknown; name: string }

export function textsOf(route: Route, numRuns = 40, seed = 1): Text[] {
  const shape = route.endpoint?.body
  if (!shape) return []
  const samples = fc.sample(fromShape(shape), { numRuns, seed })
  const found = new Map<string, Text>()
  for (const sample of samples)
    for (const place of placesOf(sample).filter((one) => typeof at(sample, one) === 'string')) {
      const name = place.map((key) => (/^\d+$/.test(String(key)) ? 'n' : key)).join('.')
      found.set(name, { route, name, body: (text) => putAt(sample, place, text) })
    }
  return [...found.values()]
}

function at(value: unknown, [key, ...rest]: Place): unknown {
  return key === undefined ? value : at((value as Record<string, unknown>)[key], rest)
}
