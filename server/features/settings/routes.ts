import type { FastifyRequest } from 'fastify'
import { settings } from '#contract/settings/settings.ts'
import { type Changes, cacheByChange } from '#server/db/cache-by-version.ts'
import { type App, jsonOf, serve } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { addSetting, changeSetting, type SettingEffects } from './change-setting.ts'
import { readPublicSettings, readSettings } from './read-setting.ts'

/**
 * `isAtDesk` says whether a request comes from the signed-in farmer; `changes` counts every change
 * exactly, null when others may change the shop unnoticed.
 */
export function settingRoutes(
  app: App,
  shop: Shop,
  {
    isAtDesk,
    whenChanged,
    changes,
  }: {
    isAtDesk: (request: FastifyRequest) => Promise<boolean>
    whenChanged: SettingEffects
    changes: Changes
  },
): void {
  const read = async () => Buffer.from(jsonOf(settings.list, await readPublicSettings(shop.db)))
  const forAnyone = cacheByChange(changes, read)
  serve(
    app,
    settings.list,
    () => readSettings(shop.db),
    async (_, { request }) => ((await isAtDesk(request)) ? null : forAnyone()),
  )
  serve(app, settings.create, ({ body }) => addSetting(shop.db, body, shop.now(), whenChanged))
  serve(app, settings.change, ({ params, body }) =>
    changeSetting(shop.db, params.key, body, { now: shop.now(), whenChanged }),
  )
}
