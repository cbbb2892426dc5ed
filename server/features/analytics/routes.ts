import { analytics } from '#contract/analytics.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { readDashboard, readFigures } from './read-figures.ts'
import { readTakings } from './read-takings.ts'

export function analyticsRoutes(app: App, { db, now, payments }: Shop): void {
  serve(app, analytics.dashboard, () => readDashboard(db, { livemode: payments.livemode }))
  serve(app, analytics.figures, () => readFigures(db, { now: now(), livemode: payments.livemode }))
  serve(app, analytics.takings, () => readTakings(db, { now: now(), livemode: payments.livemode }))
}
