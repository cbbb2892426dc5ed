import { stockCount, stockJournal } from '#contract/products/stock-journal.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { saveCounts, showCountSheet } from './count-stock.ts'
import { showJournal } from './journal.ts'
import { recordStockAction, undoMovement } from './record-action.ts'

export function stockRoutes(app: App, shop: Shop): void {
  const { list, record, undo } = stockJournal
  serve(app, list, ({ params, query }) =>
    snapshot(shop.db, (db) => showJournal(db, params.id, query.before)),
  )
  serve(app, record, ({ params, body }) => recordStockAction(shop, params.id, body))
  serve(app, undo, ({ params, body }) => undoMovement(shop, params.id, body.id))
  serve(app, stockCount.show, () => snapshot(shop.db, (db) => showCountSheet(db, shop.now())))
  serve(app, stockCount.save, ({ body }) => saveCounts(shop, body.counts))
}
