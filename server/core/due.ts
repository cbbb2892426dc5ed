import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Clocks of servers differ by this at most, in ms; anything further ahead was a wrong clock. */
export const CLOCKS_DIFFER = 5 * 60_000

/**
 * Whether an instant that was set at most `within` ms ahead has come. One further ahead was set by
 * a wrong clock: nobody waits for it.
 */
export function hasCome(instant: string, now: Date, within: number): boolean {
  return instant <= now.toISOString() || instant > furthest(now, within)
}

/** The same, for a column. */
export function hasComeIn(column: string, now: Date, within: number): RawBuilder<SqlBool> {
  const at = sql.ref(column)
  return sql<SqlBool>`(${at} <= ${now.toISOString()} or ${at} > ${furthest(now, within)})`
}

/**
 * The opposite: still to come, or still valid. Allows twice `within`, so that setting the clock
 * back a little locks nobody out.
 */
export function isAheadIn(column: string, now: Date, within: number): RawBuilder<SqlBool> {
  const at = sql.ref(column)
  return sql<SqlBool>`(${at} > ${now.toISOString()} and ${at} <= ${furthest(now, within)})`
}

function furthest(now: Date, within: number): string {
  return new Date(now.getTime() + within + CLOCKS_DIFFER).toISOString()
}
