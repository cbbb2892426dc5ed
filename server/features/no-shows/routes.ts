import { noShows } from '#contract/market/no-shows.ts'
import { snapshot } from '#server/db/write.ts'
import { type App, serve } from '#server/http/endpoints.ts'
import type { Shop } from '#server/shop.ts'
import { decideNoShow, previewNoShow } from './decide-no-show.ts'
import { listNoShows } from './list-no-shows.ts'
import { goOnWithout } from './unheard-phones.ts'

export function noShowRoutes(app: App, shop: Shop): void {
  const list = () =>
    snapshot(shop.db, (db) => listNoShows(db, { at: shop.now(), hasMail: shop.mail !== null }))
  serve(app, noShows.list, list)
  serve(app, noShows.goOnWithout, async ({ params, body }) => {
    await goOnWithout(shop, params.id, body.phoneId)
    return list()
  })
  serve(app, noShows.decide, ({ params, body: { revision, ...draft } }) =>
    revision === undefined
      ? previewNoShow(shop, params.id, draft)
      : decideNoShow(shop, params.id, { ...draft, revision }),
  )
}
