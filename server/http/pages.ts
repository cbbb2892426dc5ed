import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerOf, bodyFor, Refusal } from './errors.ts'
import { type Headers, type PageKind, pageHeaders } from './headers.ts'
import { type CachedPage, chooseEncoding, type PageCache } from './page-cache.ts'
import type { App } from './serve.ts'

/** The pages that are always at the same path, and the policy each needs. */
const PAGES: Record<string, PageKind> = { '/': 'store', '/checkout': 'checkout', '/admin': 'admin' }

/** The cache's key of everything that is not there. */
export const NOT_FOUND_PAGE = '/404'

/** Serves the pages as cached bytes, and the one not-found page for every other path. */
export function servePages(
  app: App,
  cache: PageCache,
  { publicUrl, dev }: { publicUrl: string | null; dev: boolean },
): void {
  const headers: Record<PageKind, Headers> = {
    store: pageHeaders('store', publicUrl),
    checkout: pageHeaders('checkout', publicUrl),
    admin: pageHeaders('admin', publicUrl),
  }
  if (dev) for (const kind of Object.values(PAGES)) headers[kind] = withoutPolicy(headers[kind])
  for (const [path, kind] of Object.entries(PAGES)) {
    app.get(path, { config: { access: 'public' } }, async (request, reply) => {
      return sendPage(request, reply, await cache.get(path), headers[kind])
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (isForPeople(request)) return sendPage(request, reply, await cache.get(NOT_FOUND_PAGE), headers.store)
    const { status, body } = answerOf(new Refusal('not-found', 'There is nothing here.'))
    reply.header('cache-control', 'no-store')
    return reply.code(status).send(bodyFor(body, 'text', request.headers.accept?.includes('application/json') ?? false))
  })
}

/** Vite's development client is an inline script. */
function withoutPolicy({ 'content-security-policy': _, ...headers }: Headers): Headers {
  return headers
}

function isForPeople(request: FastifyRequest): boolean {
  const reads = request.method === 'GET' || request.method === 'HEAD'
  return reads && !/^\/(?:api|assets|uploads)(?:\/|$|\?)/.test(request.url)
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage, headers: Headers): FastifyReply {
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const { bytes, etag } = page.bodies[encoding]
  reply.headers(headers).header('etag', etag)
  if (page.status === 200 && matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.code(page.status).send(bytes)
}

function matches(given: string | undefined, etag: string): boolean {
  if (!given) return false
  return given === '*' || given.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}
