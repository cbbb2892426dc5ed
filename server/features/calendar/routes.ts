import { calendar } from '#contract/calendar.ts'
import { marketDays } from '#contract/market-days.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { changeDay, createDays } from './by-hand-days.ts'
import { createClosure, deleteClosure } from './edit-closure.ts'
import { changePlace, createPlace } from './edit-place.ts'
import { changeRule, createRule, deleteRule } from './edit-rule.ts'
import { listDayProducts } from './list-day-products.ts'
import { listOrderingCalendar, nextPickupDay } from './list-days.ts'
import { changePause } from './pause-orders.ts'
import { showCalendar } from './show-calendar.ts'

export function calendarRoutes(app: App, shop: Shop): void {
  serve(app, marketDays.list, () => listOrderingCalendar(shop.db, shop.now()))
  serve(app, marketDays.next, async () => ({
    pickupDate: await nextPickupDay(shop.db, shop.now()),
  }))
}

/** The desk's side of it. */
export function deskCalendarRoutes(app: App, shop: Shop): void {
  serve(app, calendar.show, () => showCalendar(shop.db, shop.now()))
  serve(app, calendar.createPlace, ({ body }) => createPlace(shop, body))
  serve(app, calendar.changePlace, ({ params, body }) => changePlace(shop, params.id, body))
  serve(app, calendar.createRule, ({ body }) => createRule(shop, body))
  serve(app, calendar.changeRule, ({ params, body }) => changeRule(shop, params.id, body))
  serve(app, calendar.deleteRule, ({ params, query }) => deleteRule(shop, params.id, query.confirm))
  serve(app, calendar.createClosure, ({ body }) => createClosure(shop, body))
  serve(app, calendar.deleteClosure, ({ params, query }) =>
    deleteClosure(shop, params.id, query.confirm),
  )
  serve(app, calendar.createDays, ({ body }) => createDays(shop, body))
  serve(app, calendar.changeDay, ({ params, body }) => changeDay(shop, params.id, body))
  serve(app, calendar.listDayProducts, ({ params }) =>
    listDayProducts(shop.db, params.id, shop.now()),
  )
  serve(app, calendar.changePause, ({ body }) => changePause(shop.db, body, shop.now()))
}
