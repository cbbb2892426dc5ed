import type { FastifyReply, FastifyRequest } from 'fastify'
import { shortAddress } from './address-key.ts'

/** By the route's template, never by the address that was typed. */
export type AnswerLine = { method: string; route: string; status: number; ms: number }

/** Refused calls logged in a minute; a flood must not drown the log, so others are counted. */
const MAX_REFUSED = 60
const MINUTE = 60_000

const REFUSED = [401, 403, 429]

type AnswerLog = (request: FastifyRequest, reply: FastifyReply) => void

/** Changes, failures and a desk's refused calls at `info`, mere reading at `debug`. */
export function answerLog(now: () => number = Date.now): AnswerLog {
  let begun = -Infinity
  let refused = 0
  function hasRoom(request: FastifyRequest): boolean {
    if (now() - begun >= MINUTE) {
      const unsaid = refused - MAX_REFUSED
      if (unsaid > 0) request.log.warn({ unsaid }, 'refused calls were left out of the log')
      begun = now()
      refused = 0
    }
    refused++
    return refused <= MAX_REFUSED
  }
  return (request, reply) => {
    const answer = answerIn(request, reply)
    const isRefused = REFUSED.includes(answer.status)
    const isMereReading = request.method === 'GET' && answer.status < 500
    const isOfDesk = (request.routeOptions.config?.access ?? 'public') !== 'public'
    const level = isMereReading && !(isRefused && isOfDesk) ? 'debug' : 'info'
    if (level === 'info' && isRefused && !hasRoom(request)) return
    request.log[level]({ ...answer, address: shortAddress(request.ip) }, 'answered')
  }
}

export function answerIn(request: FastifyRequest, reply: FastifyReply): AnswerLine {
  const route = request.routeOptions?.url ?? 'unmatched'
  return {
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  }
}
