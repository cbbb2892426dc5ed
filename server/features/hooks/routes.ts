import { hooks } from '#contract/hooks.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import {
  changeHook,
  createHook,
  deleteHook,
  listEvents,
  listHooks,
  redeliver,
  rotateSecret,
  tryHook,
} from './edit-hooks.ts'

export function hookRoutes(app: App, shop: Shop): void {
  serve(app, hooks.list, () => listHooks(shop.db))
  serve(app, hooks.create, ({ body }) => createHook(shop, body))
  serve(app, hooks.change, ({ params, body }) => changeHook(shop, params.id, body))
  serve(app, hooks.test, ({ params }) => tryHook(shop, params.id))
  serve(app, hooks.rotate, ({ params }) => rotateSecret(shop, params.id))
  serve(app, hooks.redeliver, ({ params, body }) => redeliver(shop, params.id, body.from))
  serve(app, hooks.events, ({ params }) => listEvents(shop.db, params.id))
  serve(app, hooks.delete, ({ params }) => deleteHook(shop, params.id))
}
