import { type Books, bookChecks } from '#contract/books.ts'
import { isClaimed } from '#server/core/job-lock.ts'
import { getValue } from '#server/core/key-value.ts'
import { readFailure, SILENCE } from '#server/core/long-job.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { beginCheck, CHECK, type StoredCheck } from './begin-check.ts'
import { liveCheck } from './live-check.ts'

export function bookRoutes(app: App, shop: Shop): void {
  const live = liveCheck(shop)
  app.addHook('onClose', async () => live.stop())
  serve(app, bookChecks.show, () => showBooks(shop))
  serve(app, bookChecks.check, async () => {
    await beginCheck(shop, live.check)
    return showBooks(shop)
  })
}

const NEVER_CHECKED = { checkedAt: null, rows: [], differing: 0 }

async function showBooks({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<Books> {
  const stored = await getValue(db, 'books_check')
  const last: StoredCheck | typeof NEVER_CHECKED =
    stored === null ? NEVER_CHECKED : JSON.parse(stored)
  return {
    ...last,
    isRunning: await isClaimed(db, { name: CHECK.name, within: SILENCE }, now()),
    failure: await readFailure(db, CHECK.alert),
  }
}
