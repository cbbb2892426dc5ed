import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Stripe } from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { STRIPE_API_VERSION } from '#server/outside/stripe-client.ts'
import type { AtEnd } from '../at-end.ts'
import { newEndpoint } from './account-objects.ts'
import { decodeForm } from './form.ts'
import { PUBLISHABLE_KEY, SECRET_KEY, WEBHOOK_SECRET } from './keys.ts'
import { invalid, Refused } from './refused.ts'
import { type Body, type Route, routesOf } from './routes.ts'
import { eventOf, newEventId, type Sent, type SignedEvent, sign } from './signed-event.ts'
import { appWithSdkTypes, faultOf } from './spoken.ts'
import { type Answer, storedAnswers } from './stored-answers.ts'
import { openTill, type Till } from './till.ts'

/**
 * What goes wrong with the next matching call. `lost`: done, but the answer never arrives.
 * `failed`: a stored 500, and nothing was done. `refused`: a stored 400. `busy`: 429, too many
 * calls. `locked` (429) and `taken` (409): the same object or key is in use; Stripe's library
 * retries both by itself. `silent`: no answer at all.
 */
export type Fault = {
  on: RegExp
  kind: 'lost' | 'failed' | 'refused' | 'busy' | 'locked' | 'taken' | 'silent'
}

/**
 * At every call, before its work and between work and answer: whether the line holds or is cut
 * there.
 */
export type Door = (call: string, when: 'before' | 'after') => Promise<'open' | 'cut'>

export type StandIn = {
  port: number
  till: Till
  /** Every change since the start, as webhooks would report it. */
  events: Sent[]
  /** Every call, like `POST /v1/refunds`, with its key. */
  calls: { call: string; key: string | undefined }[]
  faults: Fault[]
  /** Null: every line holds. */
  door: Door | null
  /** Whether the shop's key was rolled, so that each of its calls is a 401. */
  refusesKey: boolean
  endpoints: Stripe.WebhookEndpoint[]
  signed(sent: Sent, at: Date): SignedEvent
}

/** Stripe's API on this machine; requests and answers are checked against the SDK's own types. */
export async function aStripeStandIn(
  now: () => Date = () => new Date(),
  atEnd: AtEnd = onTestFinished,
): Promise<StandIn> {
  const sent: Sent[] = []
  const calls: StandIn['calls'] = []
  const faults: Fault[] = []
  const wrong: string[] = []
  const endpoints = [newEndpoint(now())]
  const send: Parameters<typeof openTill>[1] = (type, object) =>
    sent.push({ type, object: structuredClone(object), id: newEventId(), key: standing.keyAtWork })
  const till = openTill(now, send)
  const app = appWithSdkTypes()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_, body, done) => done(null, decodeForm(String(body))),
  )
  const standing: Behind = {
    till,
    calls,
    faults,
    endpoints,
    wrong,
    now,
    door: null,
    refusesKey: false,
    keyAtWork: undefined,
  }
  serveApi(app, standing)
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  atEnd(async () => {
    await app.close()
    expect(wrong, 'the stand-in spoke otherwise than the SDK').toEqual([])
  })
  const signed = (one: Sent, at: Date) => sign(JSON.stringify(eventOf(one, at)), WEBHOOK_SECRET, at)
  return Object.assign(standing, { port, events: sent, signed })
}

type Behind = Pick<StandIn, 'till' | 'calls' | 'faults' | 'endpoints' | 'door' | 'refusesKey'> & {
  wrong: string[]
  now: () => Date
  keyAtWork: string | undefined
}

function serveApi(app: FastifyInstance, behind: Behind): void {
  const once = storedAnswers(behind.now)
  for (const route of routesOf(behind.till, behind.endpoints)) {
    app.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const key = request.headers['idempotency-key'] as string | undefined
        const call = `${request.method} ${request.url.split('?')[0]}`
        behind.calls.push({ call, key })
        const fault = takeFault(behind.faults, call)
        if (fault === 'silent') return reply.hijack()
        if ((await behind.door?.(call, 'before')) === 'cut') return reply.hijack().raw.destroy()
        const answer = answerTo(() => {
          refuseEarly(fault)
          const body = checkCall(request, route, behind)
          const said = `${call} ${JSON.stringify(body)}`
          behind.keyAtWork = key
          return once(key, said, () => answerTo(() => work(route, request, body, fault)))
        })
        const isCut = (await behind.door?.(call, 'after')) === 'cut'
        if (fault === 'lost' || isCut) return reply.hijack().raw.destroy()
        checkAnswer(request, route, { answer, wrong: behind.wrong })
        return send(reply, answer)
      },
    })
  }
}

function takeFault(faults: Fault[], call: string): Fault['kind'] | null {
  const index = faults.findIndex((fault) => fault.on.test(call))
  return index < 0 ? null : (faults.splice(index, 1)[0]?.kind ?? null)
}

/** What Stripe refuses before it begins, and so stores under no key. */
function refuseEarly(fault: Fault['kind'] | null): void {
  if (fault === 'busy')
    throw new Refused(429, {
      type: 'invalid_request_error',
      code: 'rate_limit',
      message: 'Too many requests.',
    })
  if (fault === 'locked')
    throw new Refused(
      429,
      { type: 'invalid_request_error', code: 'lock_timeout', message: 'Locked.' },
      true,
    )
  if (fault === 'taken')
    throw new Refused(
      409,
      { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'Busy.' },
      true,
    )
}

/** Whose call it is, and whether the SDK's types allow it. */
function checkCall(request: FastifyRequest, route: Route, { till, refusesKey }: Behind): Body {
  const query = decodeForm(request.url.split('?')[1] ?? '')
  const { client_secret, key, ...body }: Body = { ...query, ...Object(request.body) }
  const bearer = request.headers.authorization?.replace(/^Bearer /, '') ?? key
  const isShops = bearer === SECRET_KEY && !refusesKey
  if (!isShops && !(route.forBrowsers && bearer === PUBLISHABLE_KEY))
    throw new Refused(401, { type: 'invalid_request_error', message: 'Invalid API Key provided.' })
  if (bearer === PUBLISHABLE_KEY && till.find(idOf(request)).client_secret !== client_secret)
    throw invalid('resource_missing', 'No such payment_intent')
  const version = request.headers['stripe-version']
  if (bearer === SECRET_KEY && version !== STRIPE_API_VERSION)
    throw invalid(null, `Another API version: ${version}`)
  const fault = route.sent ? faultOf(request, route.sent, body) : null
  if (fault) throw invalid('parameter_unknown', fault)
  return body
}

function work(
  route: Route,
  request: FastifyRequest,
  body: Body,
  fault: Fault['kind'] | null,
): Answer {
  if (fault === 'failed')
    throw new Refused(500, { type: 'api_error', message: 'An error occurred on our end.' })
  if (fault === 'refused') throw invalid('account_invalid', 'This account cannot do that just now.')
  return { status: 200, body: structuredClone(route.work(idOf(request), body)) }
}

function idOf(request: FastifyRequest): string {
  return String(Object(request.params).id ?? '')
}

function answerTo(ask: () => Answer): Answer {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    // A stored answer would come again for the same key.
    const headers = { 'stripe-should-retry': String(error.mayRetry) }
    return { status: error.status, body: structuredClone(error.body), headers }
  }
}

function checkAnswer(
  request: FastifyRequest,
  route: Route,
  { answer, wrong }: { answer: Answer; wrong: string[] },
): void {
  if (answer.status !== 200) return
  const listed = 'data' in answer.body && Array.isArray(answer.body.data) ? answer.body.data : []
  const faults = [
    route.answered ? faultOf(request, route.answered, answer.body) : null,
    ...listed.map((one) => (route.listed ? faultOf(request, route.listed, one) : null)),
  ]
  for (const fault of faults) if (fault) wrong.push(`${route.path}: ${fault}`)
}

function send(reply: FastifyReply, { status, body, headers = {} }: Answer): FastifyReply {
  return reply
    .code(status)
    .headers({ 'request-id': `req_${randomBytes(7).toString('hex')}`, ...headers })
    .send(body)
}
