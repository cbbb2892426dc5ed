import { today } from '#contract/today.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { showToday } from './show-today.ts'

export function todayRoutes(app: App, shop: Shop): void {
  serve(app, today.show, () => {
    const setup = { hasMail: shop.mail !== null, livemode: shop.payments.livemode }
    return snapshot(shop.db, (tx) => showToday(tx, shop.now(), setup))
  })
}
