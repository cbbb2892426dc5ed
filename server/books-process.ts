// One check of the books in its own process; instructions and findings are messages.

import { ownerMessage } from './core/owner-messages.ts'
import { openForReading } from './db/open-database.ts'
import { noTimeLimits } from './db/postgres-dialect.ts'
import { snapshot } from './db/write.ts'
import { checkChanged } from './features/books/check-books.ts'
import type { BooksFound, BooksOrder } from './outside/books-runner.ts'
import { serveOrders } from './outside/child-process.ts'

serveOrders(check, ownerMessage)

async function check({ where, since }: BooksOrder): Promise<BooksFound> {
  await using database = await openForReading(where)
  return await snapshot(database.db, async (tx) => {
    if (database.engine === 'postgres') await noTimeLimits(tx)
    return checkChanged(tx, since)
  })
}
