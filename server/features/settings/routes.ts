import type { FastifyRequest } from 'fastify'
import { settings } from '#contract/settings.ts'
import { type App, serve } from '#server/http/serve.ts'
import type { Shop } from '#server/shop.ts'
import { addSetting, changeSetting, type WhenChanged } from './change-setting.ts'
import { readPublicSettings, readSettings } from './read-setting.ts'

/** The settings; `isAtDesk` says whether a request of anyone comes from the signed-in farmer. */
export function settingRoutes(
  app: App,
  shop: Shop,
  {
    isAtDesk,
    whenChanged,
  }: { isAtDesk: (request: FastifyRequest) => Promise<boolean>; whenChanged: WhenChanged },
): void {
  serve(app, settings.list, async (_, { request }) =>
    (await isAtDesk(request)) ? readSettings(shop.db) : readPublicSettings(shop.db),
  )
  serve(app, settings.create, ({ body }) => addSetting(shop.db, body, shop.now(), whenChanged))
  serve(app, settings.change, ({ params, body }) =>
    changeSetting(shop.db, params.key, body, { now: shop.now(), whenChanged }),
  )
}
