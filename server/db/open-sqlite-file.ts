import { DatabaseSync } from 'node:sqlite'

/** How long SQLite waits for another process's lock, in ms; the server stands still meanwhile. */
const BUSY_WAIT = 50

export function openSqliteFile(file: string, purpose: 'read' | 'write'): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: BUSY_WAIT })
  for (const pragma of purpose === 'write' ? WRITER_PRAGMAS : READER_PRAGMAS) database.exec(pragma)
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

/** Refuses less than WAL and `synchronous = FULL`: a commit must be on the disk. */
function assertDurable(database: DatabaseSync): void {
  const journal = database.prepare('pragma journal_mode').get()?.journal_mode
  const synchronous = database.prepare('pragma synchronous').get()?.synchronous
  if (journal !== 'wal' || synchronous !== 2) {
    throw new Error(
      `The database does not store commits safely: journal_mode=${journal}, synchronous=${synchronous}`,
    )
  }
}
