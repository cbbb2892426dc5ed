import type { FastifyReply, FastifyRequest } from 'fastify'
import { CARD_PROVIDERS, type CardProvider } from '#contract/money/payments.ts'
import { Refusal } from '../core/refusal.ts'
import type { App } from './endpoints.ts'
import { bodyFor } from './errors.ts'
import { type Headers, type PageKind, type PageSetting, pageHeaders } from './headers.ts'
import { type CachedPage, keepablePage, type PageCache } from './page-cache.ts'
import type { RenderedPage } from './render-page.ts'
import { chooseEncoding, type MaybePromise, mapMaybe, sendTagged } from './send-bytes.ts'

/** A cache key, null to render for this request only, or the page's current address. */
export type PageTarget = string | null | { movedTo: string }

export type PageRoute = {
  path: string
  kind: PageKind
  /** Never a raw URL: unknown ones must not fill the cache. */
  key: (request: FastifyRequest) => MaybePromise<PageTarget>
}

type PageSources = {
  cache: PageCache
  renderPrivately: (path: string, request: FastifyRequest) => Promise<RenderedPage>
}

export const NOT_FOUND_PAGE = '/404'

type PageOptions = Omit<PageSetting, 'cards'> & { cards: () => CardProvider; dev: boolean }

export function servePages(
  app: App,
  routes: PageRoute[],
  sources: PageSources,
  { dev, cards, ...setting }: PageOptions,
): void {
  const headersOf = (kind: PageKind, more: Partial<PageSetting> = {}) => {
    const [sandbox, stripe] = CARD_PROVIDERS.map((provider) => {
      const headers = pageHeaders(kind, { ...setting, cards: provider, ...more })
      return dev ? withoutPolicy(headers) : headers
    })
    return () => (cards() === 'stripe' ? stripe : sandbox) ?? {}
  }
  for (const { path, kind, key } of routes) {
    const [headers, missing] = [headersOf(kind), headersOf(kind, { isMissing: true })]
    const uncached = headersOf(kind === 'store' ? 'private' : kind)
    const answer = async (
      request: FastifyRequest,
      reply: FastifyReply,
      place: Exclude<PageTarget, string>,
    ) => {
      if (place) return reply.headers(headers()).redirect(place.movedTo, 301)
      const page = keepablePage(await sources.renderPrivately(pathOf(request), request), 0)
      return sendPage(request, reply, page, { headers: uncached() })
    }
    app.get(path, { config: { access: 'public' } }, (request, reply) =>
      mapMaybe(key(request), (place) =>
        typeof place === 'string'
          ? mapMaybe(sources.cache.get(place), (page) =>
              sendPage(request, reply, page, {
                headers: page.status === 200 ? headers() : missing(),
                ...(dev ? {} : { isCurrent: () => sources.cache.get(place) === page }),
              }),
            )
          : answer(request, reply, place),
      ),
    )
  }
  // There never was a page here, so a CDN needn't store it.
  const lost = headersOf('store', { cdn: false })()
  app.setNotFoundHandler(async (request, reply) => {
    const meant = isForPeople(request) ? meantAddress(request.url, routes) : null
    if (meant) return reply.headers(lost).redirect(meant, 301)
    if (isForPeople(request))
      return sendPage(request, reply, await sources.cache.get(NOT_FOUND_PAGE), { headers: lost })
    const refusal = new Refusal('not-found', 'There is nothing here.')
    reply.header('cache-control', 'no-store')
    return reply.code(404).send(bodyFor(refusal, 'text', request.headers.accept))
  })
}

const STRAY = new Set([...'/.,;:!?)]}>\'"* ', '%20', '%29', '%3E', '%22', '%C2%A0'])

export function withoutStrayEnd(text: string): string {
  let rest = text
  for (;;) {
    const end = [1, 3, 6].find((length) => STRAY.has(rest.slice(-length)))
    if (end === undefined) return rest
    rest = rest.slice(0, -end)
  }
}

/** The page meant by a URL with a stray ending or capitals; null if none. */
function meantAddress(url: string, routes: readonly PageRoute[]): string | null {
  const [path = '', ...query] = url.split('?')
  const plain = withoutStrayEnd(path)
  const written = routes.find((route) => route.path === plain.toLowerCase())?.path
  const parts = plain.split('/')
  const isPage = routes.some((route) => {
    const wanted = route.path.split('/')
    return (
      wanted.length === parts.length &&
      wanted.every((part, at) => (part.startsWith(':') ? parts[at] !== '' : part === parts[at]))
    )
  })
  const meant = written ?? (isPage ? plain : path)
  return meant === path ? null : [meant, ...query].join('?')
}

function pathOf(request: FastifyRequest): string {
  const params = request.params as Record<string, string>
  return (request.routeOptions.url ?? '').replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
}

/** Vite's development client is an inline script. */
function withoutPolicy({ 'content-security-policy': _, ...headers }: Headers): Headers {
  return headers
}

function isForPeople(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads && !/^\/(?:api|assets|uploads)(?:\/|$|\?)/.test(request.url)
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: CachedPage,
  { headers, isCurrent }: { headers: Headers; isCurrent?: () => boolean },
): MaybePromise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  return mapMaybe(page.bytesIn(encoding), (tagged) => {
    reply.headers(headers).code(page.status)
    return sendTagged(tagged, encoding, { request, reply }, isCurrent)
  })
}
