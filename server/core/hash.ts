import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or link; the database keeps only the hash. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** SHA-256 in base64url: 43 characters. */
export function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** The order of fields matters. */
export function hashOfJson(value: unknown): string {
  return hashOf(JSON.stringify(value))
}

export function withSortedFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSortedFields)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([name, held]) => [name, withSortedFields(held)]),
  )
}
