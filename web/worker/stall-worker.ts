import {
  STALL_PAGE,
  STALL_PICTURES,
  STALL_SCOPE,
  STALL_VERSION_FILE,
  type StallVersion,
} from '#contract/market/stall-page.ts'
import type { FetchMoment, WorkerScope } from './scope.ts'
import {
  dropFormer,
  findStallFile,
  isKilled,
  removeStall,
  storeRelease,
  storeShell,
} from './stall-files.ts'

declare const STALL_RELEASE: string
declare const self: WorkerScope

/** How long the network may take for the page, in ms, before the phone's copy is shown. */
const PATIENCE = 2000

/** Asked once each time the browser starts the worker, when there is a network. */
let pendingVersion: Promise<void> | null = null

self.addEventListener('install', (event) =>
  event.waitUntil(storeRelease().then(() => self.skipWaiting())),
)

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('fetch', (event) => {
  const answer = isKilled || event.request.method !== 'GET' ? null : answerTo(event)
  if (answer) event.respondWith(answer)
})

/** Null for what the worker leaves alone: every API call, and all that isn't the stall's. */
function answerTo(event: FetchMoment): Promise<Response> | null {
  const { origin, pathname } = new URL(event.request.url)
  if (origin !== self.location.origin) return null
  if (event.request.mode === 'navigate') return pageAt(pathname, event)
  if (pathname.startsWith('/assets/')) return cachedFirst(event.request, pathname)
  if (pathname.startsWith('/uploads/')) return cachedFirst(event.request, pathname, STALL_PICTURES)
  return pathname === '/favicon.svg' ? networkFirst(event.request, pathname) : null
}

function pageAt(pathname: string, event: FetchMoment): Promise<Response> | null {
  if (pathname === STALL_PAGE) return answerPage(event)
  return pathname === STALL_SCOPE ? answerDesk(event.request) : null
}

/** The desk needs a network; without one there is only the market day. */
async function answerDesk(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null)
  if (answer) return answer
  return (await findStallFile(STALL_PAGE)) ? Response.redirect(STALL_PAGE) : Response.error()
}

async function cachedFirst(request: Request, path: string, cacheName?: string): Promise<Response> {
  return (await findStallFile(path, cacheName)) ?? fetch(request)
}

async function networkFirst(request: Request, path: string): Promise<Response> {
  const answer = await fetch(request).catch(() => null)
  return answer ?? (await findStallFile(path)) ?? Response.error()
}

async function answerPage(event: FetchMoment): Promise<Response> {
  const fresh = freshPage(event).catch(() => null)
  event.waitUntil(fresh)
  const soon = await Promise.race([fresh, afterPatience()])
  return soon ?? (await findStallFile(STALL_PAGE)) ?? (await fresh) ?? Response.error()
}

/** The current page, once all it names is cached: without its code it is worse than an old one. */
async function freshPage(event: FetchMoment): Promise<Response> {
  const page = await fetch(event.request)
  if (!page.ok) throw new Error('The shop has no page to give.')
  pendingVersion ??= fetchVersion()
  event.waitUntil(pendingVersion)
  await storeShell(page.clone())
  const { installing, waiting } = self.registration
  if (!isKilled && !installing && !waiting) await dropFormer()
  return page
}

async function afterPatience(): Promise<null> {
  await new Promise((resolve) => setTimeout(resolve, PATIENCE))
  return null
}

/** Asks whether the worker may stay; without an answer it stays, and asks at its next start. */
async function fetchVersion(): Promise<void> {
  const answer = await fetch(STALL_VERSION_FILE, { cache: 'no-store' }).catch(() => null)
  const version: StallVersion | null = await answer?.json().catch(() => null)
  if (version?.kill) {
    await removeStall()
    await self.registration.unregister()
  } else if (version && version.release !== STALL_RELEASE) await self.registration.update()
}
