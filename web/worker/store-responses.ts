import { type CachedKind, cachedAddress, cachedKind } from '#contract/offline-shop.ts'
import { isInStore, storeAnswer } from './stored-files.ts'

/**
 * Keeps a page once all that it names in its markup is kept
 * too: one without its styles would be worse than an older one.
 */
export async function storePage(url: URL, response: Response): Promise<void> {
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

/** What the page has just loaded comes from the browser's own cache, and not once more over the network. */
const FROM_BROWSER = { cache: 'force-cache' } as const

/** Keeps what never changes under its name, once. Answers whether it is kept. */
export async function storeFile(
  kind: CachedKind,
  { pathname }: URL,
  load: () => Promise<Response>,
): Promise<boolean> {
  return (await isInStore(kind, pathname)) || storeAnswer(kind, pathname, await load())
}

/** Keeps what a page has loaded before the worker was there; one that fails is left out. */
export async function storeSeen(seen: readonly string[], origin: string): Promise<void> {
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
