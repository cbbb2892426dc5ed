import { settings } from '#contract/settings.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { addSetting, changeSetting } from './change-setting.ts'
import { listSettings } from './setting-queries.ts'

export function settingRoutes(app: App, shop: Shop): void {
  serve(app, settings.list, () => listSettings(shop.db))
  serve(app, settings.create, ({ body }) => addSetting(shop.db, body, shop.now()))
  serve(app, settings.change, ({ params, body }) => changeSetting(shop.db, params.key, body.value, shop.now()))
}
