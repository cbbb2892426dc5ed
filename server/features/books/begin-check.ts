import { type BookRow, differs } from '#contract/money/books.ts'
import { deleteValue, setValue } from '#server/core/key-value.ts'
import { type BegunJob, beginJob } from '#server/core/long-job.ts'
import { startNightly } from '#server/core/nightly-job.ts'
import { write } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import type { BooksFound } from '#server/outside/books-runner.ts'
import type { Shop } from '#server/shop.ts'

export const CHECK = { name: 'check the books', alert: 'books_alert' } as const

/** The most rows stored for reading; `farmstand check-books` prints them all. */
const MAX_STORED_ROWS = 200

export type StoredCheck = { checkedAt: string; rows: BookRow[]; differing: number }

/** Starts a check in a separate process; null if one is already running. */
export function beginCheck(shop: Shop, check: () => Promise<BooksFound>): Promise<BegunJob | null> {
  return beginJob(shop, CHECK, async () => {
    const checkedAt = shop.now().toISOString()
    const { products, orders, days } = await check()
    const all = [...products, ...orders, ...days]
    const wrong = all.filter(differs)
    const sorted = [...wrong, ...all.filter((row) => !differs(row))]
    const rows = sorted.slice(0, MAX_STORED_ROWS)
    const stored: StoredCheck = { checkedAt, rows, differing: wrong.length }
    await write(shop.db, async (tx) => {
      await setValue(tx, 'books_check', JSON.stringify(stored))
      await deleteValue(tx, CHECK.alert)
    })
  })
}

/** Farm time; before the nightly backup. */
const HOUR = 2

export async function startNightlyCheck(shop: Shop): Promise<void> {
  await startNightly(shop, {
    name: CHECK.name,
    hour: HOUR,
    timeZone: await readTimeZone(shop.db),
    due: 'next_books_check',
    begin: () => beginCheck(shop, () => shop.books.check(null)),
  })
}
