import { bookkeeping } from '#contract/books.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { beginCheck } from './begin-check.ts'
import { liveCheck } from './live-check.ts'
import { showBooks } from './show-books.ts'

export function bookRoutes(app: App, shop: Shop): void {
  const live = liveCheck(shop)
  app.addHook('onClose', async () => live.stop())
  serve(app, bookkeeping.show, () => showBooks(shop))
  serve(app, bookkeeping.check, async () => {
    await beginCheck(shop, live.check)
    return showBooks(shop)
  })
}
