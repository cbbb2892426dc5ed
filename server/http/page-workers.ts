import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SHOP_WORKER, SHOP_WORKER_STATE, type ShopWorkerState } from '#contract/offline-shop.ts'
import {
  STALL_CACHES,
  STALL_VERSION_FILE,
  STALL_WORKER,
  type StallVersion,
} from '#contract/stall-page.ts'
import type { App } from './serve.ts'

/** Browsers look for a newer worker whenever they like, and are to see it at once. */
const SCRIPT_HEADERS = {
  'content-type': 'text/javascript; charset=utf-8',
  'cache-control': 'no-cache',
  vary: 'Accept-Encoding',
  'content-security-policy': "default-src 'none'; connect-src 'self'",
}

/**
 * A worker that removes itself and what it kept, and nothing else. A browser
 * fetches it past the worker it has, so that it ends even one that is broken.
 */
const leavingWorker = (caches: string) => `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(leave()))
async function leave() {
  const names = await caches.keys()
  await Promise.all(names.filter((name) => name.startsWith('${caches}')).map((name) => caches.delete(name)))
  await registration.unregister()
}
`

/** A worker of ours: its address, what it asks about itself, its built file, and how its stores are named. */
type Worker = { script: string; state: string; file: string; caches: string }

const SHOPS: Worker = {
  script: SHOP_WORKER,
  state: SHOP_WORKER_STATE,
  file: 'shop-worker',
  caches: 'shop-',
}

const STALLS: Worker = {
  script: STALL_WORKER,
  state: STALL_VERSION_FILE,
  file: 'stall-worker',
  caches: STALL_CACHES,
}

/** False calls a worker back from every browser. */
export type WorkersOn = { shop: boolean; stall: boolean }

export function serveWorkers(app: App, client: string, isOn: WorkersOn): void {
  serveWorker(app, client, { ...SHOPS, isOn: isOn.shop })
  serveWorker(app, client, { ...STALLS, isOn: isOn.stall })
}

function serveWorker(
  app: App,
  client: string,
  { script, state, file, caches, isOn }: Worker & { isOn: boolean },
): void {
  app.get(script, { config: { access: 'public' } }, (_, reply) => {
    reply.headers(SCRIPT_HEADERS)
    return isOn ? reply.sendFile(`${file}.js`, client) : reply.send(leavingWorker(caches))
  })
  app.get(state, { config: { access: 'public' } }, async (_, reply) => {
    const release = await readFile(join(client, `${file}.release`), 'utf8').catch(() => '')
    const answer: ShopWorkerState & StallVersion = { kill: !isOn, release }
    return reply.header('cache-control', 'no-store').send(answer)
  })
}
