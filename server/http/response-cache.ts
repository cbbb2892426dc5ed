import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyReply } from 'fastify'
import type { AnswerLine } from './answer-log.ts'
import type { App } from './endpoints.ts'
import {
  type Cacheable,
  cacheableAnswers,
  chooseEncoding,
  type Encoding,
  matches,
} from './send-bytes.ts'

type Head = readonly string[]

/** As the framework sent it: in full, and as a 304. */
type CachedAnswer = Cacheable & { route: string; whole: Head | null; notModified: Head | null }

type ByEncoding = { varies: boolean; cached: Partial<Record<Encoding, CachedAnswer>> }

type CacheOptions = {
  requestId: (raw: IncomingMessage) => string
  countAnswer: ((answer: AnswerLine) => void) | undefined
  isStopping: () => boolean
  letSlowOnesGo: (response: ServerResponse) => void
}

const MAX_ADDRESSES = 1000
const MAX_BYTES = 32 * 1024 * 1024

const MAX_LENGTH = 200

/**
 * A response cache in front of Fastify, whose routing, hooks and headers took as long as everything
 * else. Repeats what Fastify sent the first time, header by header, with a new request ID.
 */
export function serveFromCache(app: App, front: CacheOptions): void {
  const addresses = new Map<string, ByEncoding>()
  let size = 0
  let isOpen = true
  app.addHook('preClose', (done) => {
    isOpen = false
    done()
  })
  app.addHook('onResponse', ({ raw, routeOptions }, reply, done) => {
    const answer = cacheableAnswers.get(reply)
    const url = raw.url ?? ''
    const isPlain = raw.method === 'GET' && url.length <= MAX_LENGTH && !url.includes('?')
    if (answer && isPlain && isWhole(reply)) {
      if (addresses.size >= MAX_ADDRESSES || size >= MAX_BYTES) {
        addresses.clear()
        size = 0
      }
      size += answer.bytes.length
      store(addresses, url, { ...answer, route: routeOptions.url ?? '' }, reply)
    }
    done()
  })

  function answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET' || !isOpen || front.isStopping()) return false
    const found = addresses.get(request.url ?? '')
    const { headers } = request
    if (!found || hasBody(headers)) return false
    const cached =
      found.cached[found.varies ? chooseEncoding(headers['accept-encoding']) : 'identity']
    if (!cached) return false
    if (!cached.isCurrent()) {
      addresses.delete(request.url ?? '')
      return false
    }
    const isKnown = cached.etag !== null && matches(headers['if-none-match'], cached.etag)
    const head = isKnown ? cached.notModified : cached.whole
    if (!head) return false
    const status = isKnown ? 304 : 200
    response.writeHead(status, ['x-request-id', front.requestId(request), ...head])
    response.end(isKnown ? undefined : cached.bytes)
    if (response.writableLength > 0) front.letSlowOnesGo(response)
    if (front.countAnswer) count(cached, status, response, front.countAnswer)
    return true
  }

  const [ask] = app.server.listeners('request')
  app.server.removeAllListeners('request')
  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!answer(request, response)) ask?.call(app.server, request, response)
  })
}

function store(
  addresses: Map<string, ByEncoding>,
  url: string,
  answer: Cacheable & { route: string },
  reply: FastifyReply,
): void {
  const varies = reply.hasHeader('vary')
  const found = addresses.get(url)
  const own = found?.varies === varies ? found : { varies, cached: {} }
  const encoding = encodingOf(answer, reply)
  const before = own.cached[encoding]
  const same = before?.bytes === answer.bytes ? before : { whole: null, notModified: null }
  const head = headOf(reply)
  own.cached[encoding] =
    reply.statusCode === 304
      ? { ...answer, whole: same.whole, notModified: head }
      : { ...answer, whole: head, notModified: same.notModified }
  addresses.set(url, own)
}

/** Works for answers without a body too, whose headers don't name it. */
function encodingOf({ etag }: Cacheable, reply: FastifyReply): Encoding {
  if (!reply.hasHeader('vary')) return 'identity'
  return etag?.endsWith('-br"') ? 'br' : etag?.endsWith('-gzip"') ? 'gzip' : 'identity'
}

function isWhole(reply: FastifyReply): boolean {
  const isCommon = reply.statusCode === 200 || reply.statusCode === 304
  return isCommon && !reply.hasHeader('set-cookie') && !reply.hasHeader('connection')
}

function headOf(reply: FastifyReply): string[] {
  const { 'x-request-id': _, ...headers } = reply.getHeaders()
  return Object.entries(headers).flatMap(([name, value]) => [name, String(value)])
}

function hasBody(headers: IncomingMessage['headers']): boolean {
  return (
    headers['content-length'] !== undefined ||
    headers['transfer-encoding'] !== undefined ||
    headers['content-encoding'] !== undefined
  )
}

function count(
  { route }: CachedAnswer,
  status: number,
  response: ServerResponse,
  countAnswer: (answer: AnswerLine) => void,
): void {
  const begun = performance.now()
  response.once('close', () => {
    const ms = Math.round((performance.now() - begun) * 10) / 10
    countAnswer({ method: 'GET', route, status, ms })
  })
}
