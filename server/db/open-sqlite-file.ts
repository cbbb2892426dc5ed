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

const PRAGMAS: Record<Purpose, readonly string[]> = {
  write: [
    'pragma journal_mode = wal',
    'pragma synchronous = full',
    'pragma foreign_keys = on',
    // Each transaction is a savepoint; without this its journal would be a temporary file.
    'pragma temp_store = memory',
  ],
  read: ['pragma query_only = on', 'pragma foreign_keys = on'],
  fill: [
    'pragma journal_mode = memory',
    'pragma synchronous = off',
    'pragma foreign_keys = on',
    'pragma cache_size = -65536',
  ],
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
