import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Clocks of servers differ by no more, in ms: what is further ahead is from a clock set back. */
export const CLOCKS_DIFFER = 5 * 60_000

/**
 * Whether an instant has come that was set no more than `within` ms ahead. One that is further away was
 * set by a clock that was wrong: nobody waits for it.
 */
export function hasCome(instant: string, now: Date, within: number): boolean {
  return instant <= now.toISOString() || instant > furthest(now, within)
}

/** The same of a column. */
export function hasComeIn(column: string, now: Date, within: number): RawBuilder<SqlBool> {
  const at = sql.ref(column)
  return sql<SqlBool>`(${at} <= ${now.toISOString()} or ${at} > ${furthest(now, within)})`
}

/**
 * The opposite: what may still be waited for, or still lets somebody in. There `within` is twice as long
 * as it is set for, so that a clock that was set back a little locks nobody out.
 */
export function isAheadIn(column: string, now: Date, within: number): RawBuilder<SqlBool> {
  const at = sql.ref(column)
  return sql<SqlBool>`(${at} > ${now.toISOString()} and ${at} <= ${furthest(now, within)})`
}

function furthest(now: Date, within: number): string {
  return new Date(now.getTime() + within + CLOCKS_DIFFER).toISOString()
}
