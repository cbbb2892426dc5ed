import type { RenderedPage } from './render-page.ts'
import {
  type Encoding,
  inTaggedEncodings,
  type MaybePromise,
  type TaggedBytes,
} from './send-bytes.ts'

export type CachedPage = {
  version: number
  status: number
  bytesIn(encoding: Encoding): MaybePromise<TaggedBytes>
  size: number
}

export type CacheFigures = { hits: number; misses: number; bytes: number }

export type PageCache = { get(key: string): MaybePromise<CachedPage>; figures(): CacheFigures }

/** For everything together, brotli and gzip copies included. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Caches each page until the data version changes. The version is read before a render's first
 * query and stored with the bytes; a page renders once at a time, and failures aren't cached.
 */
export function createPageCache(
  version: () => number,
  render: (key: string, version: number) => Promise<RenderedPage>,
): PageCache {
  const cached = new Map<string, CachedPage>()
  const inFlight = new Map<string, { version: number; page: Promise<CachedPage> }>()
  let [size, hits, misses] = [0, 0, 0]

  function store(key: string, page: CachedPage): void {
    size += page.size - (cached.get(key)?.size ?? 0)
    cached.delete(key)
    cached.set(key, page)
    for (const [oldest, old] of cached) {
      if (size <= MAX_BYTES) break
      cached.delete(oldest)
      size -= old.size
    }
  }

  async function renderNow(key: string, at: number): Promise<CachedPage> {
    try {
      const page = keepablePage(await render(key, at), at)
      store(key, page)
      return page
    } finally {
      if (inFlight.get(key)?.version === at) inFlight.delete(key)
    }
  }

  return {
    get(key) {
      const at = version()
      const hit = cached.get(key)
      if (hit?.version === at) {
        hits++
        return hit
      }
      misses++
      const running = inFlight.get(key)
      if (running?.version === at) return running.page
      const page = renderNow(key, at)
      inFlight.set(key, { version: at, page })
      return page
    },
    figures: () => ({ hits, misses, bytes: size }),
  }
}

export function keepablePage(page: RenderedPage, version: number): CachedPage {
  const plain = Buffer.from(page.html)
  return {
    version,
    status: page.status,
    bytesIn: inTaggedEncodings(plain),
    size: 2 * plain.length,
  }
}
