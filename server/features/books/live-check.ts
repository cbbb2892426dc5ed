import type { Db } from '#server/db/tables.ts'
import { subscribe } from '#server/db/write.ts'
import type { BooksFound } from '#server/outside/books-runner.ts'
import type { Shop } from '#server/shop.ts'
import { blockOf } from './book-queries.ts'

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

/** Blocks of orders changed since they were last taken; `all` when events were missed. */
type Changed = number[] | 'all'

export function changedOrders(db: Db) {
  let changed: Set<number> | 'all' = 'all'
  const add = (more: Changed) => {
    changed = changed === 'all' || more === 'all' ? 'all' : changed.union(new Set(more))
  }
  const stop = subscribe(db, (events) => {
    for (const event of events) {
      if (event.kind === 'orders') add([blockOf(event.orderId)])
      if (event.kind === 'missed') add('all')
    }
  })
  return {
    stop,
    /** Call before reading the database: later events count as new changes. */
    take(): Changed {
      const taken: Changed = changed === 'all' ? 'all' : [...changed]
      changed = new Set()
      return taken
    },
    putBack: add,
  }
}
