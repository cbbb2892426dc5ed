import {
  type CachedKind,
  cachedKind,
  type SeenByPage,
  SHOP_WORKER_STATE,
  type ShopWorkerState,
} from '#contract/offline-shop.ts'
import { offlineAsset, offlinePage, offlinePicture } from './offline-answers.ts'
import type { FetchMoment, WorkerScope } from './scope.ts'
import { storeFile, storePage, storeSeen } from './store-responses.ts'
import { removeAll, trim } from './stored-files.ts'

declare const SHOP_RELEASE: string
declare const self: WorkerScope

const { origin } = self.location

/** Set once the shop calls the worker back: it answers nothing more. */
let isKilled = false

/** Asked once each time the browser starts the worker, as it does after every longer rest. */
let pendingState: Promise<void> | null = null

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))

self.addEventListener('activate', (event) => event.waitUntil(begin()))

self.addEventListener('fetch', (event) => {
  const kind = isKilled || event.request.headers.has('range') ? null : kindOf(event.request)
  if (kind === 'page') event.respondWith(answerPage(event))
  else if (kind) event.respondWith(answerFile(event, kind))
})

self.addEventListener('message', (event) => {
  const { seen } = event.data as SeenByPage
  event.waitUntil(storeSeen(seen, origin).then(trim))
})

function kindOf({ method, url, mode }: Request): CachedKind | null {
  return cachedKind({ method, url: new URL(url), origin, isNavigation: mode === 'navigate' })
}

async function begin(): Promise<void> {
  await self.registration.navigationPreload?.enable()
  await self.clients.claim()
}

async function answerPage(event: FetchMoment): Promise<Response> {
  const url = new URL(event.request.url)
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request))
    event.waitUntil(afterVisit(url, response.clone()))
    return response
  } catch {
    return offlinePage(url)
  }
}

async function answerFile(event: FetchMoment, kind: CachedKind): Promise<Response> {
  const url = new URL(event.request.url)
  try {
    const response = await fetch(event.request)
    // Now: once the page has read it, it can be copied no more.
    const copy = response.clone()
    event.waitUntil(storeFile(kind, url, async () => copy))
    return response
  } catch {
    return kind === 'picture' ? offlinePicture(url) : offlineAsset(url)
  }
}

async function afterVisit(url: URL, response: Response): Promise<void> {
  pendingState ??= fetchState()
  await Promise.all([pendingState, storePage(url, response)])
  if (!isKilled) await trim()
}

/** Asks whether the worker may stay; without an answer it stays, and asks at its next start. */
async function fetchState(): Promise<void> {
  const answer = await fetch(SHOP_WORKER_STATE, { cache: 'no-store' }).catch(() => null)
  const state: ShopWorkerState | null = await answer?.json().catch(() => null)
  if (state?.kill) {
    isKilled = true
    await removeAll()
    await self.registration.unregister()
  } else if (state && state.release !== SHOP_RELEASE) await self.registration.update()
}
