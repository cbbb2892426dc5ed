import { today } from '#contract/today.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { showToday } from './show-today.ts'

export function todayRoutes(app: App, { db, now }: Shop): void {
  serve(app, today.show, () => snapshot(db, (tx) => showToday(tx, now())))
}
