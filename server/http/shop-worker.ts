import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SHOP_WORKER, SHOP_WORKER_STATE, type ShopWorkerState } from '#contract/offline-shop.ts'
import type { App } from './serve.ts'

/** Browsers look for a newer worker whenever they like, and are to see it at once. */
const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
}

/**
 * A worker that removes itself and what it kept, and nothing else. A browser fetches it past the worker it has, so that it
 * ends even one that is broken.
 */
const LEAVING_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('shop-')).map((name) => caches.delete(name)))
  await registration.unregister()
}
`

/** Serves the shop's worker and what it asks about itself. `isOn`: false calls it back from every browser. */
export function serveShopWorker(app: App, client: string, isOn: boolean): void {
  app.get(SHOP_WORKER, { config: { access: 'public' } }, (_, reply) => {
    reply.headers(SCRIPT_HEADERS)
    return isOn ? reply.sendFile(SHOP_WORKER.slice(1), client) : reply.send(LEAVING_WORKER)
  })
  app.get(SHOP_WORKER_STATE, { config: { access: 'public' } }, async (_, reply) => {
    const release = await readFile(join(client, 'shop-worker.release'), 'utf8').catch(() => '')
    const state: ShopWorkerState = { kill: !isOn, release }
    return reply.header('cache-control', 'no-store').send(state)
  })
}
