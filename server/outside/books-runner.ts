import { resolve } from 'node:path'
import type { BookRow } from '#contract/money/books.ts'
import type { Config } from '#server/config/config.ts'
import { type Running, runInProcess } from './child-process.ts'

const PROGRAM = resolve(import.meta.dirname, '../books-process.ts')

export type BooksFound = {
  orders: BookRow[]
  days: BookRow[]
  products: BookRow[]
  moved: [productId: number, units: number][]
  upTo: number
}

export type BooksSince = { found: BooksFound; blocks: number[] }

export type BooksOrder = {
  where: Pick<Config, 'dataDir' | 'databaseUrl'>
  since: BooksSince | null
}

export type BooksRunner = ReturnType<typeof booksRunner>

export function booksRunner({ dataDir, databaseUrl }: Config) {
  let running: Running<BooksFound> | null = null
  return {
    /** @throws Error with one sentence for the owner */
    async check(since: BooksSince | null): Promise<BooksFound> {
      const order: BooksOrder = { where: { dataDir, databaseUrl }, since }
      const process = runInProcess<BooksFound>(PROGRAM, order, {
        brokenOff: 'The check of the books was interrupted before it finished.',
      })
      running = process
      return process.answer
    },
    stop: () => running?.stop(),
  }
}
