import type { BooksFound } from '#server/outside/books-runner.ts'
import type { Shop } from '#server/shop.ts'
import { changedOrders } from './changed-orders.ts'

/** Checks what changed since this process last checked; the first time, everything. */
export function liveCheck({ db, books }: Pick<Shop, 'db' | 'books'>) {
  const changed = changedOrders(db)
  let last: BooksFound | null = null
  return {
    stop: changed.stop,
    async check(): Promise<BooksFound> {
      const blocks = changed.take()
      try {
        last = await books.check(last && blocks !== 'all' ? { found: last, blocks } : null)
        return last
      } catch (error) {
        changed.putBack(blocks)
        throw error
      }
    },
  }
}
