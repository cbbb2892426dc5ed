import {
  type CachedKind,
  cachedAddress,
  cachedKind,
  type SeenByPage,
  SHOP_WORKER_STATE,
  type ShopWorkerState,
} from '#contract/pages/offline-shop.ts'
import basket from '#web/drawings/basket.svg?raw'
import { offlineLine, offlineText } from '#web/ui/offline-line.ts'
import type { FetchMoment, WorkerScope } from './scope.ts'
import {
  findCached,
  findOtherSize,
  isInStore,
  isKilled,
  removeAll,
  storeAnswer,
  trim,
} from './stored-files.ts'

/** Caches a page after all that it names: one without its styles is worse than an older one. */
async function storePage(url: URL, response: Response): Promise<void> {
  const address = cachedAddress(url)
  if (address === null || !response.headers.get('content-type')?.startsWith('text/html')) return
  const named = assetsNamedIn(await response.clone().text())
  const files = named.map((path) => {
    const asset = new URL(path, url)
    return storeFile('asset', asset, () => fetch(asset, FROM_BROWSER))
  })
  const areStored = await Promise.all(files).catch(() => [false])
  if (areStored.every((isThere) => isThere)) await storeAnswer('page', address, response)
}

function assetsNamedIn(html: string): string[] {
  const named = html.matchAll(/ (?:href|src)="(\/assets\/[^"]+)"/g)
  return [...new Set([...named].map(([, path = '']) => path))]
}

/** What the page just loaded comes from the browser's own cache, not over the network again. */
const FROM_BROWSER = { cache: 'force-cache' } as const

async function storeFile(
  kind: CachedKind,
  { pathname }: URL,
  load: () => Promise<Response>,
): Promise<boolean> {
  return (await isInStore(kind, pathname)) || storeAnswer(kind, pathname, await load())
}

async function storeSeen(seen: readonly string[], origin: string): Promise<void> {
  await Promise.all(
    seen
      .map(async (address) => {
        const url = new URL(address, origin)
        const kind = cachedKind({ method: 'GET', url, origin, isNavigation: true })
        if (kind === 'page') await storePage(url, await fetch(url, FROM_BROWSER))
        else if (kind) await storeFile(kind, url, () => fetch(url, FROM_BROWSER))
      })
      .map((stored) => stored.catch(() => {})),
  )
}

const LOOK = `
  :root { color-scheme: light dark; --paper: #fbf7ef; --soil: #2a2118; --leaf: #2f5d3a; --on-leaf: #fff }
  @media (prefers-color-scheme: dark) {
    :root { --paper: #1a1611; --soil: #f4ecdf; --leaf: #a5cf98; --on-leaf: #13210f }
    svg { filter: brightness(.88) }
  }
  body { margin: 0; min-height: 100dvh; display: grid; place-content: center; gap: 1rem; padding: 1.5rem;
    background: var(--paper); color: var(--soil); font: 1.0625rem/1.5 system-ui, sans-serif; text-align: center }
  svg { justify-self: center; width: 9rem; border-radius: 1.25rem }
  h1 { margin: 0; font: 600 1.75rem/1.2 Georgia, serif }
  p { margin: 0; max-width: 32ch }
  a { justify-self: center; padding: .75rem 1.5rem; border-radius: 99px; font-weight: 600;
    color: var(--on-leaf); background: var(--leaf); text-decoration: none }
  a.again { padding: .5rem; color: var(--leaf); background: none; text-decoration: underline }
`

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; style-src 'unsafe-inline'",
}

function missingPage(hasHomePage: boolean): Response {
  const [text, way] = hasHomePage
    ? [
        'You have not opened this page before, so this device does not have it. You can still browse the shop.',
        TO_HOME,
      ]
    : ['We could not reach the shop. Please try again in a moment.', '']
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>No connection</title>
<style>${LOOK}</style>
${basket.replace('<svg', '<svg aria-hidden="true"')}
<h1>No connection</h1>
<p>${text}</p>
${way}
<a class="again" href="">Try again</a>
</html>`
  return new Response(html, { status: 503, headers: HEADERS })
}

const TO_HOME = '<a href="/">Browse the shop</a>'

const APP = '<div id="root">'

async function offlinePage(url: URL): Promise<Response> {
  const address = cachedAddress(url)
  const cached = address && (await findCached('page', address))
  if (cached) return withLine(cached, url.pathname)
  const hasHomePage = (await findCached('page', '/')) !== undefined
  if (hasHomePage && url.pathname === '/') return Response.redirect(url.origin)
  return missingPage(hasHomePage)
}

async function withLine(cached: Response, path: string): Promise<Response> {
  const now = new Date()
  const at = new Date(cached.headers.get('date') ?? now)
  const line = offlineLine(offlineText(path, at, now), { isCached: true })
  const html = (await cached.text()).replace(APP, () => line + APP)
  const headers = new Headers(cached.headers)
  headers.delete('content-length')
  return new Response(html, { headers })
}

async function offlinePicture(url: URL): Promise<Response> {
  return (await findCached('picture', url.pathname)) ?? (await findOtherSize(url)) ?? drawing()
}

function drawing(): Response {
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }
  return new Response(basket, { headers })
}

async function offlineAsset(url: URL): Promise<Response> {
  const cached = await findCached('asset', url.pathname)
  return cached ?? (url.pathname.endsWith('.svg') ? drawing() : Response.error())
}

declare const SHOP_RELEASE: string
declare const self: WorkerScope

const { origin } = self.location

/** Checked once at each start of the worker, which follows every longer idle time. */
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
    // Right away: once the page has read the response, it can't be cloned.
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
    await removeAll()
    await self.registration.unregister()
  } else if (state && state.release !== SHOP_RELEASE) await self.registration.update()
}
