import { bookkeeping } from '#contract/books.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { checkBooks } from './check-books.ts'

export function bookRoutes(app: App, shop: Shop): void {
  serve(app, bookkeeping.check, async () => {
    const checkedAt = shop.now().toISOString()
    return { checkedAt, rows: await snapshot(shop.db, checkBooks) }
  })
}
