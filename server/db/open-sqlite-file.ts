import { DatabaseSync } from 'node:sqlite'

/** How long SQLite waits for another process's lock, in ms; the server stands still meanwhile. */
const BUSY_WAIT = 50

/** `fill`: for a file that is thrown away unless all of it was written, and synced then. */
export type Purpose = 'read' | 'write' | 'fill'

export function openSqliteFile(file: string, purpose: Purpose): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_WAIT })
  for (const pragma of PRAGMAS[purpose]) database.exec(pragma)
  if (purpose === 'write') assertDurable(database)
  return database
}

/** Each transaction is a savepoint, whose long journal would else become a file. */
const JOURNAL_IN_MEMORY = 'pragma temp_store = memory'

/** Commits reach the disk by `wal-sync.ts`, which also decides when there is a checkpoint. */
const WRITER_PRAGMAS = [
  'pragma journal_mode = wal',
  'pragma synchronous = normal',
  'pragma wal_autocheckpoint = 0',
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

/**
 * Refuses what `wal-sync.ts` cannot keep safe: with weaker syncs, or a checkpoint of SQLite's own within a
 * commit, an order that was answered may be lost.
 */
function assertDurable(database: DatabaseSync): void {
  const journal = database.prepare('pragma journal_mode').get()?.journal_mode
  const synchronous = database.prepare('pragma synchronous').get()?.synchronous
  const pages = database.prepare('pragma wal_autocheckpoint').get()?.wal_autocheckpoint
  if (journal !== 'wal' || synchronous !== 1 || pages !== 0) {
    throw new Error(
      `The database does not store commits safely: journal_mode=${journal}, synchronous=${synchronous}, wal_autocheckpoint=${pages}`,
    )
  }
}
