import { marketDays } from '#contract/market-days.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { listOrderingCalendar, nextPickupDay } from './list-days.ts'

export function calendarRoutes(app: App, shop: Shop): void {
  serve(app, marketDays.list, () => listOrderingCalendar(shop.db, shop.now()))
  serve(app, marketDays.next, async () => ({
    pickupDate: await nextPickupDay(shop.db, shop.now()),
  }))
}
