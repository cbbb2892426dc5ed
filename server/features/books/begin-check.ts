import type { BookRow } from '#contract/books.ts'
import { nextFarmHour } from '#contract/farm-time.ts'
import { holdJob } from '#server/core/job-lock.ts'
import { compareAndSet, forget, replaceMemory, setIfAbsent } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import type { BooksFound } from '#server/outside/books-runner.ts'
import type { Shop } from '#server/shop.ts'

export const CHECK = 'check the books'

/** So many rows are kept to be read; whoever has more asks `npm run check:books`. */
const MAX_STORED_ROWS = 200

export type StoredCheck = { checkedAt: string; rows: BookRow[]; differing: number }

/**
 * Begins a check in a process apart, unless one is at work; null then. `done` says whether it was kept, and never rejects. A failure
 * stands at the desk until a check succeeds.
 */
export async function beginCheck(
  shop: Shop,
  check: () => Promise<BooksFound>,
): Promise<{ done: Promise<boolean> } | null> {
  const held = await holdJob(shop, CHECK)
  if (!held) return null
  let isStored = false
  const done = shop.later(CHECK, async () => {
    const checkedAt = shop.now().toISOString()
    try {
      await store(shop, checkedAt, await check())
      isStored = true
    } catch (error) {
      const alert = {
        at: checkedAt,
        message: error instanceof Error ? error.message : String(error),
      }
      await write(shop.db, (tx) => replaceMemory(tx, 'books_alert', JSON.stringify(alert)))
      throw error
    } finally {
      await held.release()
    }
  })
  return { done: done.then(() => isStored) }
}

async function store(
  shop: Shop,
  checkedAt: string,
  { products, orders }: BooksFound,
): Promise<void> {
  const rows = [...products, ...orders]
  const stored: StoredCheck = {
    checkedAt,
    rows: rows.slice(0, MAX_STORED_ROWS),
    differing: rows.length,
  }
  await write(shop.db, async (tx) => {
    await replaceMemory(tx, 'books_check', JSON.stringify(stored))
    await forget(tx, 'books_alert')
  })
}

/** When all books are checked every night, in the farm's time: before the night's backup. */
const HOUR = 2

/** After a failure it is tried again so much later, in milliseconds. */
const PAUSE = 60 * 60_000

/** Begins the night's check of everything once its hour has come, also when the shop was closed at that hour. */
export async function startNightlyCheck(shop: Shop): Promise<void> {
  const now = shop.now()
  const due = await setIfAbsent(shop.db, 'next_books_check', nextFarmHour(now, HOUR))
  if (due > now.toISOString()) return
  const retry = new Date(now.getTime() + PAUSE).toISOString()
  // Whoever moves the hour on makes the check.
  if (
    !(await write(shop.db, (tx) => compareAndSet(tx, 'next_books_check', { from: due, to: retry })))
  )
    return
  const begun = await beginCheck(shop, () => shop.books.check(null))
  void shop.later('keep the hour of the next check', async () => {
    if (!(await begun?.done)) return
    await write(shop.db, (tx) =>
      compareAndSet(tx, 'next_books_check', { from: retry, to: nextFarmHour(now, HOUR) }),
    )
  })
}
