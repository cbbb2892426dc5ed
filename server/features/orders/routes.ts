import { orders } from '#contract/orders.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { changeOrderStatus } from './change-order-status.ts'
import { listOrders, ORDERS_PER_PAGE } from './order-queries.ts'
import { pickupDay } from './pickup-day.ts'

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
}
