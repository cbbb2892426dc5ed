import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import type { RefusalForm } from '#contract/endpoint.ts'
import { type RefusalBody, STATUS_OF } from '#contract/refusal.ts'
import { OUR_FAULT, Refusal, restarting } from '../core/refusal.ts'
import { JSON_TYPE } from './endpoints.ts'

export function bodyFor(
  refusal: Refusal,
  form: RefusalForm,
  accept: string | undefined,
): string | object {
  if (form === 'error') return { error: refusal.message, ...bodyOf(refusal) }
  if (form === 'message' || accept?.includes('application/json')) return bodyOf(refusal)
  return refusal.message
}

function bodyOf({ code, message, field, problems }: Refusal): RefusalBody {
  return {
    code,
    message,
    ...(field === undefined ? {} : { field }),
    ...(problems ? { problems } : {}),
  }
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
  const refusal = refusalOf(error, request, context)
  const { endpoint } = request.routeOptions.config ?? {}
  const body = bodyFor(refusal, endpoint?.refusals ?? 'text', request.headers.accept)
  const status = STATUS_OF[refusal.code]
  if (refusal.retryAfter !== undefined) reply.header('retry-after', String(refusal.retryAfter))
  if (status === 401 && endpoint?.token)
    reply.header('www-authenticate', reply.getHeader('www-authenticate') ?? 'Bearer')
  reply.code(status).header('cache-control', 'no-store')
  if (typeof body === 'string') reply.type('text/plain; charset=utf-8').send(body)
  else reply.type(JSON_TYPE).send(JSON.stringify(body))
}

function refusalOf(error: FastifyError, request: FastifyRequest, context: FailureContext): Refusal {
  if (error instanceof Refusal) return error
  if (context.isDatabaseAway(error)) {
    context.noteDatabaseAway?.(error)
    const message = 'The shop is having trouble right now. Please try again in a moment.'
    return new Refusal('not-now', message, { retryAfter: 5 })
  }
  if (request.raw.destroyed && !request.raw.complete)
    return new Refusal('invalid', 'The request was cut off before it was complete.')
  const refused = refusedByFramework(error)
  if (refused) return refused
  request.log.error({ err: error, req: request }, 'failed')
  if (context.isStopping?.()) return restarting()
  return new Refusal('failed', `${OUR_FAULT} (${request.id})`)
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
  const body = JSON.stringify(bodyOf(why))
  const head = `connection: close\r\ncontent-type: ${JSON_TYPE}\r\ncontent-length: ${body.length}`
  if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${head}\r\n\r\n${body}`)
  socket.destroy(error)
}

function refusedByFramework(error: FastifyError): Refusal | null {
  const status = error.statusCode ?? 500
  if (status === 413) return new Refusal('too-large', 'That is too much at once.')
  if (status === 415)
    return new Refusal('wrong-type', 'Please send JSON (content-type: application/json).')
  if (status >= 400 && status < 500) return MALFORMED
  return null
}
