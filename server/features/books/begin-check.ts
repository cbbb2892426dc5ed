import type { BookRow } from '#contract/books.ts'
import { holdJob } from '#server/core/job-lock.ts'
import { forget, replaceMemory } from '#server/core/key-value.ts'
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
      const alert = { at: checkedAt, message: error instanceof Error ? error.message : String(error) }
      await write(shop.db, (tx) => replaceMemory(tx, 'books_alert', JSON.stringify(alert)))
      throw error
    } finally {
      await held.release()
    }
  })
  return { done: done.then(() => isStored) }
}

async function store(shop: Shop, checkedAt: string, { products, orders }: BooksFound): Promise<void> {
  const rows = [...products, ...orders]
  const stored: StoredCheck = { checkedAt, rows: rows.slice(0, MAX_STORED_ROWS), differing: rows.length }
  await write(shop.db, async (tx) => {
    await replaceMemory(tx, 'books_check', JSON.stringify(stored))
    await forget(tx, 'books_alert')
  })
}
