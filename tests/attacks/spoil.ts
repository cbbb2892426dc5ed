import fc from 'fast-check'
import { hostileValue } from './hostile.ts'

export function spoiled(value: unknown): fc.Arbitrary<unknown> {
  const places = placesOf(value)
  return fc
    .tuple(
      fc.constantFrom(...places),
      hostileValue,
      fc.constantFrom('put', 'put', 'put', 'add', 'drop'),
    )
    .map(([place, hostile, how]) => changed(value, place, { hostile, how }))
}

export type Place = readonly (string | number)[]

export function placesOf(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at]
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [at, ...entries.flatMap(([key, inner]) => placesOf(inner, [...at, key]))]
}

export function putAt(value: unknown, place: Place, other: unknown): unknown {
  return changed(value, place, { hostile: other, how: 'put' })
}

function changed(
  value: unknown,
  [key, ...rest]: Place,
  change: { hostile: unknown; how: string },
): unknown {
  if (key === undefined) return put(value, change)
  if (Array.isArray(value))
    return value.map((inner, at) => (at === key ? changed(inner, rest, change) : inner))
  if (typeof value !== 'object' || value === null) return change.hostile
  const entries = Object.entries(value).flatMap(([name, inner]): [string, unknown][] => {
    if (name !== key) return [[name, inner]]
    return change.how === 'drop' && rest.length === 0 ? [] : [[name, changed(inner, rest, change)]]
  })
  return Object.fromEntries(entries)
}

function put(value: unknown, { hostile, how }: { hostile: unknown; how: string }): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (how === 'put' || !isObject) return hostile
  return Object.fromEntries([...Object.entries(value), ['__proto__', hostile], ['extra', hostile]])
}
