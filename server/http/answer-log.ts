import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import proxyAddress from '@fastify/proxy-addr'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { MINUTE } from '#contract/time/durations.ts'
import { shortAddress } from './address-key.ts'
import type { App } from './endpoints.ts'

/** The route's template, never the address that was typed. */
export type AnswerLine = { method: string; route: string; status: number; ms: number }

/** Per minute. More are only counted, so that a flood doesn't drown the log. */
const MAX_REFUSED = 60

const REFUSED = [401, 403, 429]

const isClientFault = (status: number) => status >= 400 && status < 500

/** Levels at which every answer is logged. */
export const TALKATIVE = ['trace', 'debug']

type AnswerLogOptions = {
  logLevel: string
  countAnswer?: ((answer: AnswerLine) => void) | undefined
}

export function logAnswers(app: App, { logLevel, countAnswer }: AnswerLogOptions): void {
  const logAnswer = answerLog()
  const isTalkative = TALKATIVE.includes(logLevel)
  app.addHook('onResponse', (request, reply, done) => {
    const isSeen = request.method === 'GET' && reply.statusCode < 400
    if (!isSeen || isTalkative) logAnswer(request, reply)
    countAnswer?.(answerIn(request, reply))
    done()
  })
}

type AnswerLog = (request: FastifyRequest, reply: FastifyReply) => void

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
    if (level === 'info' && isClientFault(answer.status) && !hasRoom(request)) return
    request.log[level]({ ...answer, address: shortAddress(request.ip) }, 'answered')
  }
}

function answerIn(request: FastifyRequest, reply: FastifyReply): AnswerLine {
  const route = request.routeOptions?.url ?? 'unmatched'
  return {
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  }
}

/** Otherwise anything a stranger puts in the header would end up in our log. */
const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/

const current = new AsyncLocalStorage<string>()

/** A trusted proxy's `X-Request-Id` if it is a UUID, else a new one. */
export function requestIds(trustProxy: string | null): (raw: IncomingMessage) => string {
  if (trustProxy === null) return () => randomUUID()
  const isTrusted = proxyAddress.compile(trustProxy.split(',').map((one) => one.trim()))
  return ({ headers, socket }) => {
    const given = headers['x-request-id']
    const mayGive =
      typeof given === 'string' && UUID.test(given) && isTrusted(socket.remoteAddress ?? '', 0)
    return mayGive ? given : randomUUID()
  }
}

export function insideRequest(id: string, work: () => void): void {
  current.run(id, work)
}

export function aboutRequest(): { reqId?: string } {
  const reqId = current.getStore()
  return reqId === undefined ? {} : { reqId }
}
