import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** In ms. Server clocks differ by at most this; anything further ahead came from a wrong clock. */
export const CLOCKS_DIFFER = 5 * 60_000

/** An instant more than `within` ms ahead came from a wrong clock, so nothing waits for it. */
export function hasCome(instant: string, now: Date, within: number): boolean {
  return instant <= now.toISOString() || instant > furthest(now, within)
}

export function hasComeIn(column: string, now: Date, within: number): RawBuilder<SqlBool> {
  const at = sql.ref(column)
  return sql<SqlBool>`(${at} <= ${now.toISOString()} or ${at} > ${furthest(now, within)})`
}

/** Still to come, or valid. Allows twice `within`, so a clock set back a bit locks nobody out. */
export function isAheadIn(column: string, now: Date, within: number): RawBuilder<SqlBool> {
  const at = sql.ref(column)
  return sql<SqlBool>`(${at} > ${now.toISOString()} and ${at} <= ${furthest(now, within)})`
}

function furthest(now: Date, within: number): string {
  return new Date(now.getTime() + within + CLOCKS_DIFFER).toISOString()
}
