// The built shop with a page cache that never hits: before every request the farmer seems to have edited something. The bump
// is the shop's own event, told without a transaction, so that every request renders and compresses as after a real edit.

import { resolve } from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { publish } from '#server/db/write.ts'
import { builtPages } from '#server/http/render-page.ts'
import { openShop } from '#server/open-shop.ts'

const DIST = resolve(import.meta.dirname, '../dist')

const pages = { renderPage: await builtPages(DIST), client: resolve(DIST, 'client') }
const { app, shop, close } = await openShop(readConfig(), pages)
app.addHook('onRequest', async () => publish(shop.db, [{ kind: 'settings' }]))
const url = await app.listen({ port: 0, host: '127.0.0.1' })
console.log(`listening on ${new URL(url).port}`)
process.once('SIGTERM', async () => {
  await close()
  process.exit(0)
})
