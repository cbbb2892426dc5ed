import type { FastifyRequest } from 'fastify'
import { calls } from '#contract/calendar/calls.ts'
import { marketDayChanges } from '#contract/calendar/market-day-changes.ts'
import { refunds } from '#contract/money/refunds.ts'
import {
  deskOrders,
  MAX_ORDERS,
  NO_SUCH_PLACE,
  type OrderFilter,
} from '#contract/orders/desk-orders.ts'
import { orderChanges } from '#contract/orders/order-changes.ts'
import { orders } from '#contract/orders/orders.ts'
import { calendarPath } from '#contract/orders/receipt-link.ts'
import { receipts } from '#contract/orders/receipts.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { recordEvent } from '#server/core/audit.ts'
import { refuseTokens, requireFreshSignIn } from '#server/core/caller.ts'
import { invalidField, Refusal } from '#server/core/refusal.ts'
import { type Db, snapshot } from '#server/db/write.ts'
import { findKindOfPlace } from '#server/features/calendar/calendar-queries.ts'
import { listUnsettledDays } from '#server/features/calendar/open-orders.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { type App, type Call, serve, serveFile } from '#server/http/endpoints.ts'
import { PRIVATE_HEADERS } from '#server/http/headers.ts'
import type { Shop } from '#server/shop.ts'
import { listCalls, tickCalls } from './calls.ts'
import { changingByLink, mailAddLink } from './change-by-link.ts'
import { changeContact } from './change-contact.ts'
import { changeOrder } from './change-order.ts'
import { changeOrderStatus, changeOrderStatuses } from './change-order-status.ts'
import { closeDay } from './close-day.ts'
import { eraseOrderPerson } from './erase-person.ts'
import { exportOrders } from './export-orders.ts'
import { listAtMarket, listFilterChoices, listOrders, sumOrders } from './list-orders.ts'
import { notifyOrderReady, notifyReady } from './notify-ready.ts'
import { pickupCalendar } from './pickup-calendar.ts'
import { previewChange } from './plan-change.ts'
import { previewClosing } from './plan-closing.ts'
import { writeToDay } from './queue-day-mails.ts'
import { refundOrder, retryRefund } from './refund-order.ts'
import { settleOrder } from './settle-order.ts'
import { showOrder } from './show-order.ts'
import { requireReceipt } from './show-receipt.ts'
import { tellChanges } from './tell-changes.ts'
import { undoStatuses } from './undo-status.ts'

const CALENDAR = calendarPath(':secret')

type OrderOptions = {
  limits: boolean
  /** Call for each secret that opens nothing. @throws Refusal 'too-often' */
  countGuess: (request: FastifyRequest) => void
}

export function orderRoutes(app: App, shop: Shop, { limits, countGuess }: OrderOptions): void {
  deskRoutes(app, shop)
  dayRoutes(app, shop)
  const byLink = changingByLink(shop, limits)
  const receiptAt = ({ secret }: { secret: string }) => requireReceipt(shop.db, secret, shop.now())
  const opening = async <T>({ request, reply }: Call, open: () => Promise<T>) => {
    reply.headers(PRIVATE_HEADERS)
    try {
      return await open()
    } catch (error) {
      if (error instanceof Refusal && error.code === 'not-found') countGuess(request)
      throw error
    }
  }
  serve(app, orders.changeStatus, async ({ params, body }) => {
    if (body.status === 'cancelled') refuseTokens()
    return changeOrderStatus(shop, params.id, body)
  })
  serve(app, refunds.request, ({ params, body }) => refundOrder(shop, params.id, body))
  serve(app, orderChanges.change, ({ params, body: { revision, ...draft } }) =>
    revision === undefined
      ? previewChange(shop, params.id, draft)
      : changeOrder(shop, params.id, { ...draft, revision }),
  )
  serve(app, refunds.retry, ({ params }) => retryRefund(shop, params.id))
  serve(app, receipts.show, ({ params }, call) => opening(call, () => receiptAt(params)))
  serve(app, receipts.cancel, ({ params, body }, call) =>
    opening(call, async () => {
      await byLink.cancel({ ...params, ...body })
      return receiptAt(params)
    }),
  )
  serve(app, receipts.change, ({ params, body }, call) =>
    opening(call, async () => {
      await byLink.change({ ...params, ...body })
      return receiptAt(params)
    }),
  )
  app.get(CALENDAR, { config: { access: 'public' } }, async (request, reply) => {
    const { secret } = request.params as { secret: string }
    const call = { request, reply }
    const { fileName, text } = await opening(call, () => pickupCalendar(shop, secret))
    reply
      .type('text/calendar; charset=utf-8')
      .header('content-disposition', `attachment; filename="${fileName}"`)
    return reply.send(text)
  })
}

function dayRoutes(app: App, shop: Shop): void {
  serve(app, marketDayChanges.close, ({ params, body: { confirm, ...closing } }) =>
    confirm === undefined
      ? previewClosing(shop, params.id, closing)
      : closeDay(shop, params.id, { ...closing, confirm }),
  )
  serve(app, marketDayChanges.message, ({ params, body: { preview = false, ...message } }) =>
    writeToDay(shop, params.id, { ...message, preview }),
  )
  serve(app, marketDayChanges.changeNotice, ({ params, body }) =>
    tellChanges(shop, params.id, body),
  )
  serve(app, calls.list, () => snapshot(shop.db, (db) => listCalls(db, shop.now())))
  serve(app, calls.tick, ({ body }) => tickCalls(shop, body.calls, body.isCalled))
  serve(app, marketDayChanges.ready, ({ params, body }) => notifyReady(shop, params.day, body))
  serve(app, marketDayChanges.orderReady, ({ params, body }) =>
    notifyOrderReady(shop, params.id, body),
  )
  serve(app, marketDayChanges.listUnsettled, () => listUnsettledDays(shop.db))
  serve(app, marketDayChanges.settleOrder, ({ params, body }) =>
    settleOrder(shop, params.id, body.isSettled),
  )
}

function deskRoutes(app: App, shop: Shop): void {
  serve(app, deskOrders.list, async ({ query }, { reply }) => {
    const { before = null, limit = MAX_ORDERS, sort = 'newest', ...filter } = query
    await checkFilter(shop.db, filter)
    const page = await listOrders(shop.db, { filter, before, most: limit, sort })
    if (page.next !== null) reply.header('link', `<${nextPage(query, page.next)}>; rel="next"`)
    return page.orders
  })
  serve(app, deskOrders.atMarket, ({ query }) =>
    snapshot(shop.db, (db) => listAtMarket(db, query.ids, shop.now())),
  )
  serve(app, deskOrders.filterChoices, () =>
    snapshot(shop.db, (db) => listFilterChoices(db, shop.now())),
  )
  serve(app, deskOrders.show, ({ params }) => snapshot(shop.db, (db) => showOrder(db, params.id)))
  serve(app, deskOrders.changeContact, ({ params, body }) => changeContact(shop, params.id, body))
  serve(app, deskOrders.mailAddLink, ({ params }) => mailAddLink(shop, params.id))
  serve(app, deskOrders.erasePerson, ({ params }) => eraseOrderPerson(shop, params.id))
  serve(app, deskOrders.changeStatuses, async ({ body }) => {
    if (body.status === 'cancelled') {
      refuseTokens()
      requireFreshSignIn()
    }
    const { ids, ...change } = body
    return changeOrderStatuses(shop, ids, change)
  })
  serve(app, deskOrders.sum, async ({ query }) => {
    await checkFilter(shop.db, query)
    return snapshot(shop.db, (db) => sumOrders(db, query))
  })
  serve(app, deskOrders.undoStatus, ({ body }) => undoStatuses(shop, body))
  serveFile(app, deskOrders.export, async ({ query: { rows = 'orders', ...filter } }) => {
    await checkFilter(shop.db, filter)
    const now = shop.now()
    const after = withoutText(filter)
    await recordEvent(shop.db, { action: 'exported', subject: 'orders', after }, now)
    const timeZone = await readTimeZone(shop.db)
    const what = rows === 'items' ? 'order-items' : 'orders'
    return {
      fileName: `farmstand-${what}-${farmDayOf(now.toISOString(), timeZone)}.csv`,
      content: await exportOrders(shop.db, { filter, rows, timeZone }),
    }
  })
}

async function checkFilter(db: Db, { place }: OrderFilter): Promise<void> {
  if (place && (await findKindOfPlace(db, place)) === null)
    throw invalidField('place', NO_SUCH_PLACE)
}

/** Leaves out the search text, which may be a customer's name. */
function withoutText({ text, ...filter }: OrderFilter): object {
  return text ? { ...filter, isSearch: true } : filter
}

function nextPage(query: object, next: number): string {
  const given = Object.entries({ ...query, before: next }).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return `${deskOrders.list.path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`
}
