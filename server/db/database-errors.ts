/** PostgreSQL's code for a kept plan whose tables a newer release has changed meanwhile. */
export const OUTDATED_PLAN = '0A000'

/** PostgreSQL's codes for "broken off for another transaction's sake": serialization failure and deadlock; and for an outdated plan. */
const BROKEN_OFF = new Set(['40001', '40P01', OUTDATED_PLAN])

/** SQLite's result code for "another process writes at the moment". */
const BUSY = 5

/** SQLite's result codes that say "not now": busy, or the disk does not do what it should (I/O error, full, cannot open). */
const NOT_NOW = new Set([BUSY, 10, 13, 14])

/** PostgreSQL's classes for a lost connection, a shutdown, no room and a failing disk; and a statement that took too long. */
const AWAY = /^(?:08|53|58|57P|57014$)/

/** What its client says without a code when a line breaks: as it breaks, when it is used again, and when none can be had. */
const BROKEN_LINE = /^(?:Connection terminated|Client (?:was closed|has encountered)|timeout e)/

const CONNECTION_TROUBLE = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'ENOENT'])

/** Whether the same transaction may well succeed when it is run again. */
export function isWorthAnotherTry(error: unknown): boolean {
  return BROKEN_OFF.has(String(codeOf(error))) || sqliteCode(error) === BUSY
}

/** Whether a unique key refused the row. */
export function isUniqueViolation(error: unknown): boolean {
  return codeOf(error) === '23505' || /^UNIQUE constraint failed/.test(messageOf(error))
}

/** Whether the database cannot be used at the moment: gone, restarting, or its disk is full. */
export function isDatabaseAway(error: unknown): boolean {
  const code = String(codeOf(error))
  if (CONNECTION_TROUBLE.has(code) || AWAY.test(code)) return true
  const sqlite = sqliteCode(error)
  if (sqlite !== null) return NOT_NOW.has(sqlite)
  return BROKEN_LINE.test(messageOf(error))
}

/** SQLite's primary result code, without the extension in its upper bits. */
function sqliteCode(error: unknown): number | null {
  return typeof error === 'object' && error !== null && 'errcode' in error ? Number(error.errcode) & 0xff : null
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}
