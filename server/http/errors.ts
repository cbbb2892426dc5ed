import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalForm } from '#contract/endpoint.ts'
import type { RefusalBody, RefusalCode } from '#contract/refusal.ts'
import { Refusal, restarting } from '../core/refusal.ts'
import { JSON_TYPE } from './serve.ts'

const STATUS: Record<RefusalCode, number> = {
  invalid: 400,
  'card-number-in-text': 400,
  'delivery-not-here': 400,
  'signed-out': 401,
  'grant-ended': 401,
  'phone-lost': 401,
  'phones-unheard': 409,
  'wrong-password': 401,
  'passkey-refused': 401,
  'passkey-needed': 401,
  'payment-declined': 402,
  'payment-missing': 402,
  'payment-lapsed': 402,
  'sign-in-again': 403,
  'foreign-origin': 403,
  'not-allowed': 403,
  'not-found': 404,
  'sold-out': 409,
  'product-gone': 409,
  'price-changed': 409,
  'order-exists': 409,
  'confirm-email': 409,
  'order-cancelled': 409,
  'payment-mismatch': 409,
  'delivery-not-allowed': 409,
  paused: 409,
  'place-closed': 409,
  'day-closed': 409,
  'day-full': 409,
  'plan-changed': 409,
  'stock-changed': 409,
  'changed-meanwhile': 409,
  'slug-taken': 409,
  'password-fixed': 409,
  'set-elsewhere': 409,
  'refund-impossible': 409,
  'change-impossible': 409,
  'mail-waiting': 409,
  'person-needed': 409,
  'person-forgotten': 409,
  'question-answered': 409,
  'backup-running': 409,
  'restore-impossible': 409,
  'setting-missing': 404,
  'newsletter-closed': 409,
  'in-stock': 409,
  'in-use': 409,
  'link-over': 409,
  'list-full': 409,
  'mail-missing': 409,
  'mail-refused': 409,
  'cards-refused': 409,
  'other-account': 409,
  'check-first': 409,
  'payments-open': 409,
  'address-missing': 409,
  'nobody-subscribed': 409,
  'letter-exists': 409,
  'too-large': 413,
  'wrong-type': 415,
  'too-often': 429,
  'not-now': 503,
}

type Answer = { status: number; body: RefusalBody; retryAfter?: number }

export function answerOf(refusal: Refusal): Answer {
  const { code, message, field, retryAfter, problems } = refusal
  const body = {
    code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(problems ? { problems } : {}),
  }
  return { status: STATUS[code], body, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

function failureAnswer(requestId: string): Answer {
  return {
    status: 500,
    body: {
      code: 'failed',
      message: `Something went wrong on our side. Please try again. (${requestId})`,
    },
  }
}

export function bodyFor(
  body: RefusalBody,
  form: RefusalForm,
  accept: string | undefined,
): string | object {
  if (form === 'error') return { error: body.message, ...body }
  if (form === 'message' || accept?.includes('application/json')) return body
  return body.message
}

export type FailureContext = {
  isDatabaseAway: (error: unknown) => boolean
  noteDatabaseAway?: ((error: unknown) => void) | undefined
  /** The shop is closing: what fails now may succeed after the restart. */
  isStopping?: () => boolean
}

export function answerFailure(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
  context: FailureContext,
): void {
  send(request, reply, answerTo(error, request, context))
}

function send(request: FastifyRequest, reply: FastifyReply, answer: Answer): void {
  const form = request.routeOptions.config?.refusals ?? 'text'
  const body = bodyFor(answer.body, form, request.headers.accept)
  if (answer.retryAfter !== undefined) reply.header('retry-after', String(answer.retryAfter))
  if (answer.status === 401 && request.routeOptions.config?.endpoint?.token)
    reply.header('www-authenticate', reply.getHeader('www-authenticate') ?? 'Bearer')
  reply.code(answer.status).header('cache-control', 'no-store')
  if (typeof body === 'string') reply.type('text/plain; charset=utf-8').send(body)
  else reply.type(JSON_TYPE).send(JSON.stringify(body))
}

function answerTo(error: FastifyError, request: FastifyRequest, context: FailureContext): Answer {
  if (error instanceof Refusal) return answerOf(error)
  if (context.isDatabaseAway(error)) {
    context.noteDatabaseAway?.(error)
    return answerOf(
      new Refusal(
        'not-now',
        'The shop is having trouble right now. Please try again in a moment.',
        {
          retryAfter: 5,
        },
      ),
    )
  }
  if (request.raw.destroyed && !request.raw.complete)
    return answerOf(new Refusal('invalid', 'The request was cut off before it was complete.'))
  const refused = refusedByFramework(error)
  if (refused) return refused
  request.log.error({ err: error, req: request }, 'failed')
  return context.isStopping?.() ? answerOf(restarting()) : failureAnswer(request.id)
}

/** By Node's code; anything else it can't read is malformed. */
const UNREAD: Record<string, [status: string, why: Refusal]> = {
  ERR_HTTP_REQUEST_TIMEOUT: [
    '408 Request Timeout',
    new Refusal('invalid', 'The request came too slowly.'),
  ],
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    new Refusal('too-large', 'The headers of that request are too long.'),
  ],
}

const MALFORMED = new Refusal('invalid', 'That request is malformed.')

/** Refuses what never became a request, so no hook or header of ours applies. */
export function refuseUnread(error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  const [status, why] = UNREAD[error.code] ?? ['400 Bad Request', MALFORMED]
  const body = JSON.stringify(answerOf(why).body)
  const head = `connection: close\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${body.length}`
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`)
  socket.destroy(error)
}

function refusedByFramework(error: FastifyError): Answer | null {
  const status = error.statusCode ?? 500
  if (status === 413) return answerOf(new Refusal('too-large', 'That is too much at once.'))
  if (status === 415)
    return answerOf(new Refusal('wrong-type', 'Please send JSON (content-type: application/json).'))
  if (status === 429)
    return answerOf(new Refusal('too-often', 'Too many attempts. Please wait a moment.'))
  if (status === 503) return answerOf(restarting())
  if (status >= 400 && status < 500) return answerOf(MALFORMED)
  return null
}
