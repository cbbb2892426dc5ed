import { analytics } from '#contract/money/analytics.ts'
import { figures } from '#contract/money/figures.ts'
import { recordEvent } from '#server/core/audit.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve, serveFile } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { writeBookkeeping } from './bookkeeping-csv.ts'
import { readDashboard, readTakings } from './read-dashboard.ts'
import { readPeriod } from './read-period.ts'
import { writeSalesTax } from './tax-csv.ts'

export function analyticsRoutes(app: App, { db, now, payments }: Shop): void {
  const context = () => ({ now: now(), livemode: payments.livemode })
  serve(app, analytics.dashboard, () => snapshot(db, (tx) => readDashboard(tx, context())))
  serve(app, analytics.takings, () => snapshot(db, (tx) => readTakings(tx, context())))
  serve(app, figures.period, ({ query }) =>
    snapshot(db, (tx) => readPeriod(tx, { query, ...context() })),
  )
  serveFile(app, figures.bookkeeping, async ({ query }) => {
    const file = await writeBookkeeping(db, { query, ...context() })
    await recordEvent(db, { action: 'exported', subject: 'figures', after: query }, now())
    return file
  })
  serveFile(app, figures.salesTax, async ({ query }) => {
    const file = await writeSalesTax(db, { query, ...context() })
    await recordEvent(db, { action: 'exported', subject: 'figures', after: query }, now())
    return file
  })
}
