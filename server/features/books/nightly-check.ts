import { nextFarmHour } from '#contract/farm-time.ts'
import { compareAndSet, setIfAbsent } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { beginCheck } from './begin-check.ts'

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
  if (!(await write(shop.db, (tx) => compareAndSet(tx, 'next_books_check', { from: due, to: retry })))) return
  const begun = await beginCheck(shop, () => shop.books.check(null))
  void shop.later('keep the hour of the next check', async () => {
    if (!(await begun?.done)) return
    await write(shop.db, (tx) => compareAndSet(tx, 'next_books_check', { from: retry, to: nextFarmHour(now, HOUR) }))
  })
}
