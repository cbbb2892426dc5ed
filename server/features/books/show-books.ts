import type { Books } from '#contract/books.ts'
import { isClaimed } from '#server/db/claim-job.ts'
import { recall } from '#server/db/shop-memory.ts'
import type { Shop } from '#server/shop.ts'
import { CHECK, type KeptCheck } from './begin-check.ts'

const NEVER_CHECKED = { checkedAt: null, rows: [], differing: 0 }

export async function showBooks({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<Books> {
  const [kept, alert] = [await recall(db, 'books_check'), await recall(db, 'books_alert')]
  const last: KeptCheck | typeof NEVER_CHECKED = kept === null ? NEVER_CHECKED : JSON.parse(kept)
  return {
    ...last,
    isRunning: await isClaimed(db, CHECK, now()),
    failure: alert === null ? null : JSON.parse(alert),
  }
}
