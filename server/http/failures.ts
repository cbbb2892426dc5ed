import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal, restarting } from '../core/refusal.ts'
import { type Answer, answerOf, bodyFor, failureAnswer } from './errors.ts'
import { JSON_TYPE } from './serve.ts'

export type FailureContext = {
  isDatabaseAway: (error: unknown) => boolean
  noteDatabaseAway?: ((error: unknown) => void) | undefined
  /** Whether the shop is closing: what fails then may well succeed at the next start. */
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
  // Nobody reads what is answered then.
  if (hasHungUp(request))
    return answerOf(new Refusal('invalid', 'The request was cut off before it was complete.'))
  const refused = refusedByFramework(error)
  if (refused) return refused
  request.log.error({ err: error, req: request }, 'failed')
  return context.isStopping?.() ? answerOf(restarting()) : failureAnswer(request.id)
}

function hasHungUp({ raw }: FastifyRequest): boolean {
  return raw.destroyed && !raw.complete
}

function refusedByFramework(error: FastifyError): Answer | null {
  const status = error.statusCode ?? 500
  if (status === 413) return answerOf(new Refusal('too-large', 'That is too much at once.'))
  if (status === 415)
    return answerOf(new Refusal('wrong-type', 'Please send JSON (content-type: application/json).'))
  if (status === 429)
    return answerOf(new Refusal('too-often', 'Too many attempts. Please wait a moment.'))
  if (status === 503) return answerOf(restarting())
  if (status >= 400 && status < 500)
    return answerOf(new Refusal('invalid', 'That request is malformed.'))
  return null
}
