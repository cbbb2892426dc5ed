import type { CachedKind } from '#contract/pages/offline-shop.ts'
import { leastRecent } from './least-recent.ts'

declare const SHOP_RELEASE: string

/** Prefix of all this worker's caches; it touches no others. */
const OURS = 'shop-'

/** Each release keeps its own pages and code; pictures are shared by all. */
const STORES = {
  page: `${OURS}pages-${SHOP_RELEASE}`,
  asset: `${OURS}assets-${SHOP_RELEASE}`,
  picture: `${OURS}pictures`,
} satisfies Record<CachedKind, string>

const MOST = {
  page: { count: 30, bytes: 4_000_000 },
  asset: { count: 80, bytes: 4_000_000 },
  picture: { count: 150, bytes: 12_000_000 },
} satisfies Record<CachedKind, { count: number; bytes: number }>

const SIZE = 'content-length'

/** Set once the shop recalls the worker: then it answers and caches nothing, however late it comes. */
export let isKilled = false

/** Opening a store creates it, so a mere lookup must not. */
async function openStore(kind: CachedKind): Promise<Cache | null> {
  return isKilled ? null : caches.open(STORES[kind])
}

function lookUp(cacheName: string, address: string): Promise<Response | undefined> {
  return caches.match(address, { cacheName, ignoreVary: true })
}

/** Caches only whole answers that are the same for everyone. Returns whether it did. */
export async function storeAnswer(
  kind: CachedKind,
  address: string,
  response: Response,
): Promise<boolean> {
  if (!isForEverybody(response)) return false
  const body = await response.arrayBuffer()
  const headers = new Headers(response.headers)
  headers.delete('content-encoding')
  headers.set(SIZE, String(body.byteLength))
  const store = await openStore(kind)
  await store?.delete(address)
  await store?.put(address, new Response(body, { headers }))
  return store !== null
}

function isForEverybody({ status, type, redirected, headers }: Response): boolean {
  const isStored = !/no-store|private/.test(headers.get('cache-control') ?? '')
  return status === 200 && type === 'basic' && !redirected && isStored
}

export async function findCached(kind: CachedKind, address: string): Promise<Response | undefined> {
  const names = (await caches.keys()).filter((name) => name.startsWith(OURS))
  for (const name of [STORES[kind], ...names.reverse()]) {
    const found = await lookUp(name, address)
    if (found) return found
  }
}

export async function isInStore(kind: CachedKind, address: string): Promise<boolean> {
  return (await lookUp(STORES[kind], address)) !== undefined
}

/** The same picture in another size or format; undefined when none was seen. */
export async function findOtherSize({ pathname }: URL): Promise<Response | undefined> {
  const [name = ''] = pathname.split(/[-.]/)
  const pictures = (await (await openStore('picture'))?.keys()) ?? []
  const last = pictures.findLast(({ url }) => new URL(url).pathname.startsWith(name))
  return last && lookUp(STORES.picture, last.url)
}

export async function trim(): Promise<void> {
  for (const kind of Object.keys(MOST) as CachedKind[]) await trimStore(kind)
  const pages = await (await openStore('page'))?.keys()
  if (!pages?.length) return
  const own: string[] = Object.values(STORES)
  await remove((name) => !own.includes(name))
}

async function trimStore(kind: CachedKind): Promise<void> {
  const store = await openStore(kind)
  if (!store) return
  const entries = await Promise.all(
    (await store.keys()).map(async (request) => {
      const answer = await store.match(request)
      return { request, bytes: Number(answer?.headers.get(SIZE) ?? 0) }
    }),
  )
  for (const { request } of leastRecent(entries, MOST[kind])) await store.delete(request)
}

/** Removes all the worker's caches; carts and typed text are not in them. */
export function removeAll(): Promise<void> {
  isKilled = true
  return remove(() => true)
}

async function remove(isUnwanted: (name: string) => boolean): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(OURS) && isUnwanted(name)) await caches.delete(name)
}
