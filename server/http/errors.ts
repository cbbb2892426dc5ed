import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalForm } from '#contract/endpoint.ts'
import { type RefusalBody, STATUS_OF } from '#contract/refusal.ts'
import { OUR_FAULT, Refusal, restarting } from '../core/refusal.ts'
import { JSON_TYPE } from './endpoints.ts'

type Answer = { status: number; body: RefusalBody; retryAfter?: number }

export function answerOf(refusal: Refusal): Answer {
  const { code, message, field, retryAfter, problems } = refusal
  const body = {
    code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(problems ? { problems } : {}),
  }
  return { status: STATUS_OF[code], body, ...(retryAfter === undefined ? {} : { retryAfter }) }
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
    const message = 'The shop is having trouble right now. Please try again in a moment.'
    return answerOf(new Refusal('not-now', message, { retryAfter: 5 }))
  }
  if (request.raw.destroyed && !request.raw.complete)
    return answerOf(new Refusal('invalid', 'The request was cut off before it was complete.'))
  const refused = refusedByFramework(error)
  if (refused) return refused
  request.log.error({ err: error, req: request }, 'failed')
  if (context.isStopping?.()) return answerOf(restarting())
  return { status: 500, body: { code: 'failed', message: `${OUR_FAULT} (${request.id})` } }
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
  if (status >= 400 && status < 500) return answerOf(MALFORMED)
  return null
}
