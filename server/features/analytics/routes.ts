import { analytics } from '#contract/analytics.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { readDashboard } from './dashboard-queries.ts'
import { readFigures } from './read-figures.ts'

export function analyticsRoutes(app: App, shop: Shop): void {
  serve(app, analytics.dashboard, () => snapshot(shop.db, (db) => readDashboard(db, shop.payments.livemode)))
  serve(app, analytics.figures, () =>
    snapshot(shop.db, (db) => readFigures(db, { now: shop.now(), livemode: shop.payments.livemode })),
  )
}
