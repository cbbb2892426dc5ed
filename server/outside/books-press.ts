import { resolve } from 'node:path'
import type { BookRow } from '#contract/books.ts'
import type { Config } from '#server/config.ts'
import { type Asked, askProcess } from './process-apart.ts'

const PROGRAM = resolve(import.meta.dirname, '../books-process.ts')

/** What a check found, and what the next one needs to look only at what changed since. */
export type BooksFound = {
  /** What differs of orders and payments, and of products. */
  orders: BookRow[]
  products: BookRow[]
  /** What the movements of each product make, up to the movement of this id. */
  moved: [productId: number, units: number][]
  upTo: number
}

/** What was found before, and the blocks of orders that changed since then. */
export type BooksSince = { found: BooksFound; blocks: number[] }

/** What the other process is asked to do; without `since` it looks at everything. */
export type BooksOrder = { where: Pick<Config, 'dataDir' | 'databaseUrl'>; since: BooksSince | null }

/** Checks the books in a process of its own, so that shoppers do not wait for it. */
export type BooksPress = {
  /** @throws Error with one sentence for the owner */
  check(since: BooksSince | null): Promise<BooksFound>
  /** Ends the running check. */
  stop(): void
}

export function booksPress({ dataDir, databaseUrl }: Config): BooksPress {
  let running: Asked<BooksFound> | null = null
  return {
    async check(since) {
      const order: BooksOrder = { where: { dataDir, databaseUrl }, since }
      const asked = askProcess<BooksFound>(PROGRAM, order, {
        brokenOff: 'The check of the books was broken off before it was done.',
      })
      running = asked
      return asked.answer
    },
    stop: () => running?.stop(),
  }
}
