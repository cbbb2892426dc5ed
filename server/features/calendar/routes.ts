import { calendar } from '#contract/calendar/calendar.ts'
import { asSentence, closedSentence } from '#contract/calendar/day-text.ts'
import { dayLimits } from '#contract/calendar/limits.ts'
import { marketDays } from '#contract/calendar/market-days.ts'
import { Refusal } from '#server/core/refusal.ts'
import { type App, serve, serveCached } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { changeDay, createDays } from './by-hand-days.ts'
import { cacheDays, cacheLeft } from './cache-days.ts'
import { zoneOf } from './calendar-queries.ts'
import { changeDayLimit, changeProductLimits, showProductLimits } from './change-limits.ts'
import { createClosure, deleteClosure } from './edit-closure.ts'
import { changePlace, createPlace } from './edit-place.ts'
import { changeRule, createRule, deleteRule } from './edit-rule.ts'
import { listDayProducts } from './list-day-products.ts'
import type { BuyersDays } from './list-days.ts'
import { changePause } from './pause-orders.ts'
import { showCalendar } from './show-calendar.ts'

export function calendarRoutes(app: App, shop: Shop, changes: () => number): void {
  const days = cacheDays(shop, changes)
  const left = cacheLeft(shop.db, changes, days)
  serveCached(app, marketDays.list, async () => (await days()).bytes)
  serve(app, marketDays.zone, async ({ params }) => {
    const { zones, farm } = await days()
    return { placeKey: zoneOf(zones, { zipCode: params.zip }, farm).key }
  })
  serve(app, marketDays.left, ({ params }) => left(params.id))
  serve(app, marketDays.next, async () => ({ pickupDate: requirePickupDay(await days()) }))
}

/** @throws Refusal 'place-closed' */
function requirePickupDay({ calendar, pickupDay }: BuyersDays): string {
  if (pickupDay !== null) return pickupDay
  const message = closedSentence(calendar) ?? 'There’s no pickup day open right now'
  throw new Refusal('place-closed', asSentence(message))
}

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
  serve(app, dayLimits.ofProduct, ({ params }) => showProductLimits(shop.db, params.id))
  serve(app, dayLimits.changeProduct, ({ params, body }) =>
    changeProductLimits(shop, params.id, body),
  )
  serve(app, dayLimits.changeDay, ({ params, body }) => changeDayLimit(shop, params.id, body))
  serve(app, calendar.changePause, ({ body }) => changePause(shop.db, body, shop.now()))
}
