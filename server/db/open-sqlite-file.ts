import { DatabaseSync } from 'node:sqlite'

/** In ms. While SQLite waits for another process's lock, the whole server is blocked. */
const BUSY_WAIT = 50

/** `fill`: a file that counts only once fully written and synced. */
export type Purpose = 'read' | 'write' | 'fill'

export function openSqliteFile(file: string, purpose: Purpose): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_WAIT })
  for (const pragma of PRAGMAS[purpose]) database.exec(pragma)
  if (purpose === 'write') assertDurable(database)
  return database
}

/** Each transaction is a savepoint; without this its journal would be a temporary file. */
const JOURNAL_IN_MEMORY = 'pragma temp_store = memory'

const WRITER_PRAGMAS = [
  'pragma journal_mode = wal',
  'pragma synchronous = full',
  'pragma foreign_keys = on',
  JOURNAL_IN_MEMORY,
]
const READER_PRAGMAS = ['pragma query_only = on', 'pragma foreign_keys = on']
const FILLER_PRAGMAS = [
  'pragma journal_mode = memory',
  'pragma synchronous = off',
  'pragma foreign_keys = on',
  'pragma cache_size = -65536',
]

const PRAGMAS: Record<Purpose, readonly string[]> = {
  write: WRITER_PRAGMAS,
  read: READER_PRAGMAS,
  fill: FILLER_PRAGMAS,
}

/** Weaker syncs could lose a confirmed order. */
function assertDurable(database: DatabaseSync): void {
  const journal = database.prepare('pragma journal_mode').get()?.journal_mode
  const synchronous = database.prepare('pragma synchronous').get()?.synchronous
  if (journal !== 'wal' || synchronous !== 2) {
    throw new Error(
      `The database does not store commits safely: journal_mode=${journal}, synchronous=${synchronous}`,
    )
  }
}
