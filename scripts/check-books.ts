// Prints the rows in which stock, orders and money do not agree, and ends with 1 when there are
// any. Reads the same settings as the server, beside which it may run; it changes nothing.

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
