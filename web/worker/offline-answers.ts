import { cachedAddress } from '#contract/offline-shop.ts'
import basket from '#web/drawings/basket.svg?raw'
import { offlineLine, offlineText } from '#web/ui/offline-line.ts'
import { missingPage } from './missing-page.ts'
import { findCached, findOtherSize } from './stored-files.ts'

const APP = '<div id="root">'

/**
 * A page without a connection: as it was kept, with a line that says of when; else one that says that there is none.
 */
export async function offlinePage(url: URL): Promise<Response> {
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

/** A picture without a connection: as it was seen, or in another size; else a quiet drawing in its place. */
export async function offlinePicture(url: URL): Promise<Response> {
  return (await findCached('picture', url.pathname)) ?? (await findOtherSize(url)) ?? drawing()
}

function drawing(): Response {
  const headers = { 'content-type': 'image/svg+xml', 'cache-control': 'no-store' }
  return new Response(basket, { headers })
}

export async function offlineAsset(url: URL): Promise<Response> {
  const cached = await findCached('asset', url.pathname)
  return cached ?? (url.pathname.endsWith('.svg') ? drawing() : Response.error())
}
