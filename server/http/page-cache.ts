import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { RenderedPage } from './render-page.ts'

export type Encoding = 'br' | 'gzip' | 'identity'

type PageBytes = { bytes: Buffer; etag: string }

/** A value or a promise of it; a value is used at once, without a turn of the microtask queue. */
export type MaybePromise<T> = T | Promise<T>

/** A page as it was rendered; its bytes in an encoding are made when the first one asks for it. */
export type CachedPage = {
  version: number
  status: number
  bytesIn(encoding: Encoding): MaybePromise<PageBytes>
  size: number
}

export type CacheFigures = { hits: number; misses: number; bytes: number }

export type PageCache = { get(key: string): MaybePromise<CachedPage>; figures(): CacheFigures }

/** All kept bytes together; brotli and gzip count as another one of the page. */
const MAX_BYTES = 64 * 1024 * 1024

const BROTLI_QUALITY = 5

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)

/**
 * Keeps each page's bytes until the data version changes. The version is read before the first
 * query of a render and kept with the bytes; one render of a page is in flight at a time, and one
 * that fails is not kept.
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

export function uncached(
  render: (key: string, version: number) => Promise<RenderedPage>,
): PageCache {
  const figures = { hits: 0, misses: 0, bytes: 0 }
  return { get: async (key) => keepablePage(await render(key, 1), 1), figures: () => figures }
}

export function keepablePage(page: RenderedPage, version: number): CachedPage {
  const plain = Buffer.from(page.html)
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 22)
  const made = new Map<Encoding, MaybePromise<PageBytes>>()
  const bytesIn = (encoding: Encoding) => {
    const known = made.get(encoding)
    if (known) return known
    const etag = encoding === 'identity' ? `"${hash}"` : `"${hash}-${encoding}"`
    const making = encode(plain, encoding).then((bytes) => ({ bytes, etag }))
    made.set(encoding, making)
    making.then(
      (done) => made.set(encoding, done),
      () => made.delete(encoding),
    )
    return making
  }
  return { version, status: page.status, bytesIn, size: 2 * plain.length }
}

async function encode(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'identity') return plain
  if (encoding === 'gzip') return compressGzip(plain)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
  }
  return compressBrotli(plain, { params })
}

export function mapMaybe<T, U>(
  value: MaybePromise<T>,
  next: (value: T) => MaybePromise<U>,
): MaybePromise<U> {
  return value instanceof Promise ? value.then(next) : next(value)
}

/** The best encoding a client takes; `q=0` counts as refused. */
export function chooseEncoding(accept: string | undefined): Encoding {
  if (!accept) return 'identity'
  if (accepts(accept, 'br')) return 'br'
  return accepts(accept, 'gzip') ? 'gzip' : 'identity'
}

function accepts(header: string, encoding: string): boolean {
  return header.split(',').some((part) => {
    const [name, ...parameters] = part.split(';').map((term) => term.trim().toLowerCase())
    return name === encoding && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))
  })
}
