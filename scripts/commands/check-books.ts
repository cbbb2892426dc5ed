import { differs } from '#contract/money/books.ts'
import { readConfig } from '#server/config/config.ts'
import { openForReading } from '#server/db/open-database.ts'
import { noTimeLimits } from '#server/db/postgres-dialect.ts'
import { snapshot } from '#server/db/write.ts'
import { checkBooks as findRows } from '#server/features/books/check-books.ts'

/** Exit status 1: rows differ; 2: nobody could look. Changes nothing, and may run beside the shop. */
export async function checkBooks(): Promise<void> {
  process.exitCode = 2
  await using database = await openForReading(readConfig())
  const rows = await snapshot(database.db, async (tx) => {
    if (database.engine === 'postgres') await noTimeLimits(tx)
    return findRows(tx)
  })
  for (const { subject, message } of rows) console.log(`${subject}\t${message}`)
  const differing = rows.filter(differs).length
  console.log(differing === 0 ? 'The books balance.' : `${differing} rows differ.`)
  process.exitCode = differing === 0 ? 0 : 1
}
