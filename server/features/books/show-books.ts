import type { Books } from '#contract/books.ts'
import { isClaimed } from '#server/core/job-lock.ts'
import { getValue } from '#server/core/key-value.ts'
import type { Shop } from '#server/shop.ts'
import { CHECK, type StoredCheck } from './begin-check.ts'

const NEVER_CHECKED = { checkedAt: null, rows: [], differing: 0 }

export async function showBooks({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<Books> {
  const [stored, alert] = [await getValue(db, 'books_check'), await getValue(db, 'books_alert')]
  const last: StoredCheck | typeof NEVER_CHECKED = stored === null ? NEVER_CHECKED : JSON.parse(stored)
  return {
    ...last,
    isRunning: await isClaimed(db, CHECK, now()),
    failure: alert === null ? null : JSON.parse(alert),
  }
}
