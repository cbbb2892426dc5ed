import { errorCode } from '#server/core/error-message.ts'

/** PostgreSQL's codes for a serialization failure and a deadlock. */
const BROKEN_OFF = new Set(['40001', '40P01'])

/** SQLite's result code while another process writes. */
const BUSY = 5

const FULL = 13

/** SQLite's codes for busy, I/O error, full disk and a file that cannot be opened. */
const NOT_NOW = new Set([BUSY, 10, FULL, 14])

/** PostgreSQL's code for a full disk. */
const PG_DISK_FULL = '53100'

/** PostgreSQL's classes: connection lost, no resources, system error, shutdown; and a timeout. */
const AWAY = /^(?:08|53|58|57P|57014$)/

/** The client's messages for a broken connection, which has no error code. */
const BROKEN_LINE = /^(?:Connection terminated|Client (?:was closed|has encountered)|timeout e)/

/** Errors from the database driver, since a visitor's broken connection has the same codes. */
const thrownByDatabase = new WeakSet<object>()

export function ofDatabase<E>(error: E): E {
  if (typeof error === 'object' && error !== null) thrownByDatabase.add(error)
  return error
}

const CONNECTION_TROUBLE = new Set([
  'STANDBY',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'ENOENT',
])

const MAX_QUOTED = 500

/** Adds the statement, without parameters, to the log but not to messages that people read. */
export function nameStatement(error: unknown, text: string): void {
  if (!(error instanceof Error) || !('severity' in error)) return
  const message = `${error.message} (in: ${text.slice(0, MAX_QUOTED)})`
  if (error.stack) error.stack = error.stack.replace(error.message, () => message)
}

export function isWorthAnotherTry(error: unknown): boolean {
  return BROKEN_OFF.has(errorCode(error)) || sqliteCode(error) === BUSY
}

export function isUniqueViolation(error: unknown): boolean {
  return errorCode(error) === '23505' || /^UNIQUE constraint failed/.test(messageOf(error))
}

/** Another transaction just removed the referenced row; PostgreSQL only. */
export function isReferenceGone(error: unknown, constraint: string): boolean {
  if (errorCode(error) !== '23503' || !(error instanceof Error)) return false
  return 'constraint' in error && error.constraint === constraint
}

export function isDatabaseAway(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !thrownByDatabase.has(error)) return false
  const code = errorCode(error)
  if (CONNECTION_TROUBLE.has(code) || AWAY.test(code)) return true
  const sqlite = sqliteCode(error)
  if (sqlite !== null) return NOT_NOW.has(sqlite)
  return BROKEN_LINE.test(messageOf(error))
}

export function isDiskFull(error: unknown): boolean {
  return sqliteCode(error) === FULL || errorCode(error) === PG_DISK_FULL
}

export function isHeldByAnother(error: unknown): boolean {
  return sqliteCode(error) === BUSY
}

const SILENT = 'whatever is there is not PostgreSQL'

const REFUSALS: Record<string, string> = {
  '28P01': 'the user or the password is wrong',
  '28000': 'this user may not connect from here',
  '3D000': 'there is no database with that name',
  '42501': 'this user may not create tables there',
  '53300': 'the database accepts no more connections',
  '57P03': 'the database is starting or stopping',
  STANDBY: 'only a standby answers there, which nobody can write to',
  ECONNREFUSED: 'no database answers there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name cannot be looked up',
  EHOSTUNREACH: 'that host cannot be reached',
  ENETUNREACH: 'that host cannot be reached',
  ETIMEDOUT: SILENT,
  ECONNRESET: SILENT,
  EPIPE: SILENT,
}

export function whyUnreachable(error: unknown): string | null {
  if (typeof error !== 'object' || error === null || !thrownByDatabase.has(error)) return null
  const refusal = REFUSALS[errorCode(error)]
  if (refusal) return refusal
  return /^Connection terminated|timeout/.test(messageOf(error)) ? SILENT : null
}

function sqliteCode(error: unknown): number | null {
  return typeof error === 'object' && error !== null && 'errcode' in error
    ? Number(error.errcode) & 0xff
    : null
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}
