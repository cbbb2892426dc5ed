import { type Books, bookChecks } from '#contract/money/books.ts'
import { isClaimed } from '#server/core/job-lock.ts'
import { getValue } from '#server/core/key-value.ts'
import { readFailure, SILENCE } from '#server/core/long-job.ts'
import { type Db, subscribe } from '#server/db/write.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import type { BooksFound } from '#server/outside/books-runner.ts'
import type { DbAndClock, Shop } from '#server/shop.ts'
import { beginCheck, CHECK, type StoredCheck } from './begin-check.ts'
import { blockOf } from './order-laws.ts'

export function bookRoutes(app: App, shop: Shop): void {
  const changed = changedOrders(shop.db)
  let last: BooksFound | null = null
  const check = async (): Promise<BooksFound> => {
    const blocks = changed.take()
    try {
      last = await shop.books.check(last && blocks !== 'all' ? { found: last, blocks } : null)
      return last
    } catch (error) {
      changed.putBack(blocks)
      throw error
    }
  }
  app.addHook('onClose', async () => changed.stop())
  serve(app, bookChecks.show, () => showBooks(shop))
  serve(app, bookChecks.check, async () => {
    await beginCheck(shop, check)
    return showBooks(shop)
  })
}

const NEVER_CHECKED = { checkedAt: null, rows: [], differing: 0 }

async function showBooks({ db, now }: DbAndClock): Promise<Books> {
  const stored = await getValue(db, 'books_check')
  const last: StoredCheck | typeof NEVER_CHECKED =
    stored === null ? NEVER_CHECKED : JSON.parse(stored)
  return {
    ...last,
    isRunning: await isClaimed(db, { name: CHECK.name, within: SILENCE }, now()),
    failure: await readFailure(db, CHECK.alert),
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
