import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Stripe } from 'stripe'
import { expect, onTestFinished } from 'vitest'
import { STRIPE_API_VERSION } from '#server/outside/stripe-client.ts'
import type { AtEnd } from '../at-end.ts'
import { newEndpoint } from './account-objects.ts'
import { decodeForm } from './form.ts'
import {
  LIVE_KEY,
  LIVE_PUBLISHABLE_KEY,
  PUBLISHABLE_KEY,
  RESTRICTED_KEY,
  SECRET_KEY,
  WEBHOOK_SECRET,
} from './keys.ts'
import { invalid, Refused } from './refused.ts'
import { type Body, EXPANDED, type Mode, type Route, routesOf } from './routes.ts'
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
  /** Secret keys of the account; those that begin with `rk_` lack what is in `withheld`. */
  accepts: Set<string>
  withheld: Set<string>
  endpoints: Stripe.WebhookEndpoint[]
  /** The account's other mode. */
  live: Mode
  secrets: Mode['secrets']
  signed(sent: Sent, at: Date, secret?: string): SignedEvent
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
  const secrets = new Map([['we_standin', WEBHOOK_SECRET]])
  const live: Mode = { till: openTill(now, send), endpoints: [], secrets: new Map(), now }
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
    accepts: new Set([SECRET_KEY, RESTRICTED_KEY, LIVE_KEY]),
    withheld: new Set(),
    live,
    secrets,
    keyAtWork: undefined,
  }
  serveApi(app, standing)
  const port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  atEnd(async () => {
    await app.close()
    expect(wrong, 'the stand-in spoke otherwise than the SDK').toEqual([])
  })
  const signed: StandIn['signed'] = (one, at, secret = WEBHOOK_SECRET) =>
    sign(JSON.stringify(eventOf(one, at)), secret, at)
  return Object.assign(standing, { port, events: sent, signed })
}

type Behind = Omit<StandIn, 'port' | 'events' | 'signed'> & {
  wrong: string[]
  now: () => Date
  keyAtWork: string | undefined
}

function serveApi(app: FastifyInstance, behind: Behind): void {
  const once = storedAnswers(behind.now)
  const ofLive = routesOf(behind.live)
  for (const [index, ofTest] of routesOf(behind).entries()) {
    app.route({
      method: ofTest.method,
      url: ofTest.path,
      handler: async (request, reply) => {
        const isLive = isOfLive(request)
        const route = (isLive && ofLive[index]) || ofTest
        const { till } = isLive ? behind.live : behind
        const key = request.headers['idempotency-key'] as string | undefined
        const call = `${request.method} ${request.url.split('?')[0]}`
        behind.calls.push({ call, key })
        const fault = takeFault(behind.faults, call)
        if (fault === 'silent') return reply.hijack()
        if ((await behind.door?.(call, 'before')) === 'cut') return reply.hijack().raw.destroy()
        const answer = answerTo(() => {
          refuseEarly(fault)
          const body = checkCall(request, route, { ...behind, till })
          const said = `${call} ${JSON.stringify(body)} ${isLive}`
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
  const type = 'invalid_request_error'
  if (fault === 'busy')
    throw new Refused(429, { type, code: 'rate_limit', message: 'Too many requests.' })
  if (fault === 'locked')
    throw new Refused(429, { type, code: 'lock_timeout', message: 'Locked.' }, true)
  const taken = { type: 'idempotency_error', code: 'idempotency_key_in_use', message: 'Busy.' }
  if (fault === 'taken') throw new Refused(409, taken, true)
}

const isOfLive = (request: FastifyRequest) => /^.k_live_/.test(bearerOf(request))

function bearerOf({ headers, body }: FastifyRequest): string {
  return headers.authorization?.replace(/^Bearer /, '') ?? String(Object(body).key ?? '')
}

/** Whose call it is, and whether the SDK's types allow it. */
function checkCall(request: FastifyRequest, route: Route, behind: Behind): Body {
  const { till, refusesKey, accepts } = behind
  const query = decodeForm(request.url.split('?')[1] ?? '')
  const { client_secret, key: _, ...body }: Body = { ...query, ...Object(request.body) }
  const bearer = bearerOf(request)
  const isShops = accepts.has(bearer) && !refusesKey
  const isBrowsers = bearer === PUBLISHABLE_KEY || bearer === LIVE_PUBLISHABLE_KEY
  // Stripe masks it; here it comes back whole, so that nobody may pass it on.
  if (!isShops && !(route.forBrowsers && isBrowsers))
    throw new Refused(401, {
      type: 'invalid_request_error',
      message: `Invalid API Key provided: ${bearer}`,
    })
  if (bearer.startsWith('rk_')) refuseWithheld(bearer, [route.needs, ...expandedBy(body)], behind)
  if (isBrowsers && till.find(idOf(request)).client_secret !== client_secret)
    throw invalid('resource_missing', 'No such payment_intent')
  const version = request.headers['stripe-version']
  if (isShops && version !== STRIPE_API_VERSION)
    throw invalid(null, `Another API version: ${version}`)
  const fault = route.sent ? faultOf(request, route.sent, body) : null
  if (fault) throw invalid('parameter_unknown', fault)
  return body
}

const expandedBy = ({ expand }: Body) =>
  (Array.isArray(expand) ? expand : []).map((path) => EXPANDED[String(path)])

/** In Stripe's words, as reported by those who met them. */
function refuseWithheld(
  bearer: string,
  needed: readonly (string | undefined)[],
  { withheld }: Behind,
): void {
  const missing = needed.find((one) => one !== undefined && withheld.has(one))
  if (missing)
    throw new Refused(403, {
      type: 'invalid_request_error',
      message: `The provided key '${bearer}' does not have the required permissions for this endpoint on account 'acct_standin'. Having the '${missing}' permission would allow this request to continue.`,
    })
}

function inMode(value: object, livemode: boolean): object {
  for (const one of Object.values(value))
    if (typeof one === 'object' && one !== null) inMode(one, livemode)
  return 'livemode' in value ? Object.assign(value, { livemode }) : value
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
  const answered = structuredClone(route.work(idOf(request), body))
  return { status: 200, body: inMode(answered, isOfLive(request)) }
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
