import { analytics } from '#contract/analytics.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { totalsOf } from './dashboard-queries.ts'
import { keepSums } from './keep-sums.ts'
import { readDashboard } from './read-dashboard.ts'
import { readFigures } from './read-figures.ts'
import { salesOf } from './sum-sales.ts'

export function analyticsRoutes(app: App, shop: Shop): void {
  const [totals, sales] = [keepSums(shop.db, totalsOf), keepSums(shop.db, salesOf)]
  app.addHook('onClose', async () => {
    totals.stop()
    sales.stop()
  })
  const livemode = () => shop.payments.livemode
  serve(app, analytics.dashboard, () => readDashboard(shop.db, totals, { livemode: livemode() }))
  serve(app, analytics.figures, () => readFigures(shop.db, sales, { now: shop.now(), livemode: livemode() }))
}
