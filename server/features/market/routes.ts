import { cashBoxes } from '#contract/market/cash-box.ts'
import { sales } from '#contract/market/sales.ts'
import { trucks } from '#contract/market/truck.ts'
import { tenders } from '#contract/money/tenders.ts'
import { phoneOrders } from '#contract/orders/phone-orders.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { listSales } from './list-sales.ts'
import { placePhoneOrder } from './place-phone-order.ts'
import { showCashBox } from './show-cash-box.ts'
import { takePayment } from './take-payment.ts'
import { settleTruck, showTruck } from './truck.ts'
import { undoSale } from './write-at-desk.ts'

export function saleRoutes(app: App, shop: Shop): void {
  const { db, now } = shop
  serve(app, sales.list, ({ query }) =>
    snapshot(db, (tx) => listSales(tx, { day: query.day, at: now() })),
  )
  serve(app, sales.undo, ({ params }) => undoSale(shop, params.id))
  serve(app, phoneOrders.place, ({ body }) => placePhoneOrder(shop, body))
  serve(app, tenders.record, ({ params, body }) => takePayment(shop, params.id, body))
  serve(app, cashBoxes.show, ({ params }) => snapshot(db, (tx) => showCashBox(tx, params.id)))
  serve(app, trucks.show, ({ params }) => snapshot(db, (tx) => showTruck(tx, params.id, now())))
  serve(app, trucks.settle, ({ params }) => settleTruck(shop, params.id))
}
