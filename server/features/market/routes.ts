import { cashBoxes } from '#contract/market/cash-box.ts'
import { sales } from '#contract/market/sales.ts'
import { trucks } from '#contract/market/truck.ts'
import { parseWaysToPay, tenders } from '#contract/money/tenders.ts'
import { phoneOrders } from '#contract/orders/phone-orders.ts'
import type { Db } from '#server/db/tables.ts'
import { snapshot } from '#server/db/write.ts'
import { readSetting } from '#server/features/settings/read-setting.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { countCash, moveCash } from './change-cash-box.ts'
import { bringHome, loadTruck, settleTruck } from './change-truck.ts'
import { listSales } from './list-sales.ts'
import { placePhoneOrder } from './phone-order.ts'
import { listDaysOfSales, listTruckDays } from './sale-days.ts'
import { sell, undoSale } from './sell.ts'
import { showCashBox } from './show-cash-box.ts'
import { showTruck } from './show-truck.ts'
import { takePayment } from './take-payment.ts'

export function saleRoutes(app: App, shop: Shop): void {
  const { db, now } = shop
  serve(app, sales.choices, () => snapshot(db, (tx) => readChoices(tx, now())))
  serve(app, sales.list, ({ query }) =>
    snapshot(db, (tx) => listSales(tx, { day: query.day, at: now() })),
  )
  serve(app, sales.sell, ({ body }) => sell(shop, body))
  serve(app, sales.undo, ({ params }) => undoSale(shop, params.id))
  serve(app, phoneOrders.place, ({ body }) => placePhoneOrder(shop, body))
  serve(app, tenders.record, ({ params, body }) => takePayment(shop, params.id, body))
  serve(app, cashBoxes.show, ({ params }) => snapshot(db, (tx) => showCashBox(tx, params.id)))
  serve(app, cashBoxes.move, ({ params, body }) => moveCash(shop, params.id, body))
  serve(app, cashBoxes.count, ({ params, body }) => countCash(shop, params.id, body))
  serve(app, trucks.show, ({ params }) => snapshot(db, (tx) => showTruck(tx, params.id, now())))
  serve(app, trucks.load, ({ params, body }) => loadTruck(shop, params.id, body))
  serve(app, trucks.home, ({ params, body }) => bringHome(shop, params.id, body))
  serve(app, trucks.settle, ({ params }) => settleTruck(shop, params.id))
}

async function readChoices(db: Db, at: Date) {
  const ways = parseWaysToPay(await readSetting(db, 'ways_to_pay'))
  const truckDays = await listTruckDays(db, at)
  return { ...(await listDaysOfSales(db, at)), truckDays, ways: [...ways] }
}
