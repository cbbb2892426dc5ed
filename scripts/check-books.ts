// Prints rows where stock, orders and money disagree, and exits 1 if there are any. Uses the
// server's settings, changes nothing, and may run beside it.

import '../server/require-node.js'
import { differs } from '../contract/money/books.ts'
import { readConfig } from '../server/config/config.ts'
import { errorMessage } from '../server/core/error-message.ts'
import { openForReading } from '../server/db/open-database.ts'
import { noTimeLimits } from '../server/db/postgres-dialect.ts'
import { snapshot } from '../server/db/write.ts'
import { checkBooks } from '../server/features/books/check-books.ts'

try {
  const database = await openForReading(readConfig())
  const rows = await snapshot(database.db, async (tx) => {
    if (database.engine === 'postgres') await noTimeLimits(tx)
    return checkBooks(tx)
  })
  await database.close()
  for (const { subject, message } of rows) console.log(`${subject}\t${message}`)
  const differing = rows.filter(differs).length
  console.log(differing === 0 ? 'The books balance.' : `${differing} rows differ.`)
  process.exitCode = differing === 0 ? 0 : 1
} catch (error) {
  console.error(errorMessage(error))
  process.exitCode = 2
}
