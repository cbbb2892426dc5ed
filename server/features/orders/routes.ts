import { orders } from '#contract/orders.ts'
import { calendarPath } from '#contract/receipt-link.ts'
import { receipts } from '#contract/receipts.ts'
import { refunds } from '#contract/refunds.ts'
import { PRIVATE_HEADERS } from '#server/http/headers.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { changeOrderStatus } from './change-order-status.ts'
import { listOrders, ORDERS_PER_PAGE } from './order-queries.ts'
import { pickupCalendar } from './pickup-calendar.ts'
import { pickupDay } from './pickup-day.ts'
import { refundOrder } from './refund-order.ts'
import { retryRefund } from './retry-refund.ts'
import { requireReceipt } from './show-receipt.ts'

const CALENDAR = calendarPath(':secret')

export function orderRoutes(app: App, shop: Shop): void {
  serve(app, orders.list, async ({ query }, { reply }) => {
    const page = await listOrders(shop.db, query.before)
    const last = page.at(-1)
    if (last && page.length === ORDERS_PER_PAGE)
      reply.header('link', `<${orders.list.path}?before=${last.id}>; rel="next"`)
    return page
  })
  serve(app, orders.nextPickup, async () => ({ pickupDate: pickupDay(shop.now()) }))
  serve(app, orders.changeStatus, ({ params, body }) => changeOrderStatus(shop, params.id, body.status))
  serve(app, refunds.request, ({ params, body }) => refundOrder(shop, params.id, body))
  serve(app, refunds.retry, ({ params }) => retryRefund(shop, params.id))
  serve(app, receipts.show, ({ params }, { reply }) => {
    reply.headers(PRIVATE_HEADERS)
    return requireReceipt(shop.db, params.secret)
  })
  app.get(CALENDAR, { config: { access: 'public' } }, async (request, reply) => {
    reply.headers(PRIVATE_HEADERS)
    const { secret } = request.params as { secret: string }
    const { fileName, text } = await pickupCalendar(shop, secret)
    reply.type('text/calendar; charset=utf-8').header('content-disposition', `attachment; filename="${fileName}"`)
    return reply.send(text)
  })
}
