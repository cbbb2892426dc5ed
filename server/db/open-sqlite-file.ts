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

/** With weaker syncs an order that was answered may be lost. */
function assertDurable(database: DatabaseSync): void {
  const journal = database.prepare('pragma journal_mode').get()?.journal_mode
  const synchronous = database.prepare('pragma synchronous').get()?.synchronous
  if (journal !== 'wal' || synchronous !== 2) {
    throw new Error(
      `The database does not store commits safely: journal_mode=${journal}, synchronous=${synchronous}`,
    )
  }
}
