import { isUtf8 } from 'node:buffer'
import type { ServerResponse } from 'node:http'
import cookie from '@fastify/cookie'
import fastify, {
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { z } from 'zod'
import { type Caller, insideCall } from '../core/caller.ts'
import { Refusal } from '../core/refusal.ts'
import { callerOf } from './address-key.ts'
import { type AnswerLine, insideRequest, logAnswers, requestIds, TALKATIVE } from './answer-log.ts'
import type { App } from './endpoints.ts'
import { answerFailure, type FailureContext, refuseUnread } from './errors.ts'
import { type Gates, gateOf, isDeclared, isOfDesk, letIn, mustSignInAgain } from './gates.ts'
import { API_HEADERS, commonHeaders, type Headers, type Hsts } from './headers.ts'
import { refuseForeignOrigin } from './origin.ts'
import { serveFromCache } from './response-cache.ts'

const MAX_BODY_LENGTH = 64 * 1024

/** In ms. An answer that nobody reads for this long is dropped. */
const MAX_PAUSE = 7000

/** In bytes: how much of a refused body to read, so that the client gets the refusal. */
const MAX_UNREAD = 2 * 1024 * 1024

/** The longest possible URL, so that the route itself answers overlong parameters. */
const MAX_PARAMETER_LENGTH = 16 * 1024

type Options = FailureContext &
  Gates & {
    publicUrl: string | null
    hsts: Hsts
    trustProxy: string | null
    logLevel: string
    logHooks: { streamWrite: (line: string) => string }
    countAnswer?: ((answer: AnswerLine) => void) | undefined
  }

export async function openApp(options: Options): Promise<App> {
  z.config(z.locales.en())
  const common = commonHeaders(options.publicUrl, options.hsts)
  const requestId = requestIds(options.trustProxy)
  const app: App = fastify({
    logger: { level: options.logLevel, serializers: LOG_FORMS, hooks: options.logHooks },
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy ?? false,
    genReqId: requestId,
    requestTimeout: 14_000,
    keepAliveTimeout: 5000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1000 },
    bodyLimit: MAX_BODY_LENGTH,
    routerOptions: { maxParamLength: MAX_PARAMETER_LENGTH },
    forceCloseConnections: 'idle',
    // Requests still arriving on a kept connection are answered, then the connection ends.
    return503OnClosing: false,
    clientErrorHandler: refuseUnread,
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id).headers(common).headers(API_HEADERS)
      answerFailure(error, request, reply, options)
    },
  })
  // Node keeps an address that was once asked for; of a connection that broke there is none.
  app.server.on('connection', (socket) => void socket.remoteAddress)
  acceptOnlyJson(app)
  await app.register(cookie)
  app.decorateRequest('person', null)
  app.decorateRequest('token', null)
  app.decorateRequest('visit', null)
  app.decorateRequest('bodyLength', 0)
  refuseUndeclaredRoutes(app)
  // No earlier hook works: a body arrives in connection events that belong to no request.
  app.addHook('preValidation', (request, _, done) =>
    insideRequest(request.id, () =>
      isOfDesk(request) ? insideCall(callOf(request), done) : done(),
    ),
  )
  checkAccess(app, common, options)
  app.addHook('onSend', letSlowOnesGo)
  logAnswers(app, options)
  if (!TALKATIVE.includes(options.logLevel))
    serveFromCache(app, {
      requestId,
      countAnswer: options.countAnswer,
      isStopping: () => options.isStopping?.() ?? false,
      letSlowOnesGo: breakOffInTime,
    })
  app.setErrorHandler((error: FastifyError, request, reply) =>
    answerFailure(error, request, reply, options),
  )
  return app
}

/** Who calls, and whether sending card money back by hand needs the password or passkey again. */
function callOf(request: FastifyRequest): Caller {
  return { ...callerOf(request), asksAgain: mustSignInAgain(request, 'if-refunds') }
}

function checkAccess(
  app: App,
  common: Headers,
  { publicUrl, ...gates }: Gates & Pick<Options, 'publicUrl'>,
): void {
  app.addHook('onRequest', (request, reply, done) => {
    // Goes by the matched route: the router also reads `/%61pi` and `http://host/api` as `/api`.
    const { url } = request.routeOptions
    reply.header('x-request-id', request.id).headers(common)
    if ((url ?? request.url).startsWith('/api')) reply.headers(API_HEADERS)
    const refusal = earlyRefusal(request, publicUrl)
    const gate = gateOf(request, gates)
    if (!refusal && gate) letIn(gate, request, reply).then(() => done(), done)
    // Node may be refusing the body's encoding at the same moment; then that is the one answer.
    else if (request.headers['transfer-encoding'] === undefined) done(refusal)
    else queueMicrotask(() => done(refusal))
  })
}

/** Routes only: never bodies, cookies, typed addresses or the secrets in paths. */
const LOG_FORMS = {
  req: (request: FastifyRequest) => ({
    id: request.id,
    method: request.method,
    route: request.routeOptions?.url,
  }),
  err: (error: Error & { code?: string }) => ({
    type: error.name,
    code: error.code,
    message: error.message,
    stack: error.stack ?? '',
  }),
}

/** Nothing here decompresses bodies. @throws Refusal 'wrong-type' */
function refuseCompressed({ headers }: FastifyRequest): void {
  if ((headers['content-encoding'] ?? 'identity') === 'identity') return
  throw new Refusal('wrong-type', 'Please send the body as it is, without a content-encoding.')
}

function earlyRefusal(request: FastifyRequest, publicUrl: string | null): Error | undefined {
  try {
    refuseForeignOrigin(request, publicUrl)
    refuseCompressed(request)
  } catch (refusal) {
    return refusal instanceof Error ? refusal : new Error(String(refusal))
  }
}

function breakOffInTime(response: ServerResponse): void {
  response.setTimeout(MAX_PAUSE, () => response.destroy())
}

/** Drops clients that stop reading an answer, and reads little of a refused body. */
function letSlowOnesGo(
  { raw, headers }: FastifyRequest,
  reply: FastifyReply,
  _: unknown,
  done: () => void,
): void {
  breakOffInTime(reply.raw)
  const length =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity
  if (reply.statusCode >= 400 && raw.complete === false && length > MAX_UNREAD)
    reply.header('connection', 'close')
  done()
}

function acceptOnlyJson(app: App): void {
  app.removeAllContentTypeParsers()
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = Buffer.from(body)
    request.bodyLength = bytes.length
    if (bytes.length === 0) done(null, undefined)
    else if (isUtf8(bytes)) parse(request, bytes.toString(), done)
    else done(new Refusal('invalid', 'Please send the JSON in UTF-8.'))
  })
}

function refuseUndeclaredRoutes(app: App): void {
  app.addHook('onRoute', (route) => {
    if (!isDeclared(route.config)) {
      throw new Error(
        `${route.method} ${route.url} does not say whether it is public, admin or stall.`,
      )
    }
  })
}
