import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint, RequestOf, Sent, Shape } from '#contract/endpoint.ts'
import { Refusal } from '../core/refusal.ts'
import type { Headers } from './headers.ts'
import { type Call, sameBytes, sendCached, sendEncoded } from './send-bytes.ts'

export type App = FastifyInstance

export type { Call }

type Answer<Output> = [Output] extends [undefined] ? Promise<void> : Promise<Output>

type Handler<E extends Endpoint> = (input: RequestOf<E>, call: Call) => Answer<Sent<E['output']>>

export const JSON_TYPE = 'application/json; charset=utf-8'

const PARTS = ['params', 'query', 'body'] as const

/** Bytes for everyone, cached by the caller; null for anyone who needs their own answer. */
type CachedBytes<E extends Endpoint> = (input: RequestOf<E>, call: Call) => Promise<Buffer | null>

export function serve<const E extends Endpoint>(
  app: App,
  endpoint: E,
  handler: Handler<E>,
  cached?: CachedBytes<E>,
): void {
  app.route({
    ...routeOf(endpoint),
    ...(endpoint.longestBody === undefined ? {} : { bodyLimit: endpoint.longestBody }),
    handler: async (request, reply) => {
      const input = readInput(endpoint, request)
      const bytes = await cached?.(input, { request, reply })
      if (bytes) return sendCached(bytes, { request, reply: reply.type(JSON_TYPE) })
      const answer = await handler(input, { request, reply })
      const { output, status = 200 } = endpoint
      if (!output) return reply.code(204).send()
      reply.code(status).type(JSON_TYPE)
      const json = jsonOf({ output }, answer)
      if (endpoint.access === 'public') return reply.send(json)
      return sendEncoded(Buffer.from(json), { request, reply })
    },
  })
}

/**
 * For other sites. `count` throws for callers who ask too often; repeats from memory cost nothing.
 */
type Outward = { headers: Headers; count: (request: FastifyRequest) => void }

/**
 * The same bytes for everyone, made by `jsonOf` and cached by the caller. If they depend on
 * `version` alone, they are repeated until it grows.
 */
export function serveCached(
  app: App,
  endpoint: Endpoint,
  bytes: () => Promise<Buffer>,
  version: (() => number) | null = null,
  outward?: Outward,
): void {
  const read = sameBytes(bytes)
  app.route({
    ...routeOf(endpoint),
    handler: async (request, reply) => {
      reply.type(endpoint.answers ?? JSON_TYPE).headers(outward?.headers ?? {})
      outward?.count(request)
      const at = version?.()
      const isCurrent = version ? () => version() === at : undefined
      return sendCached(
        await read(),
        { request, reply },
        isCurrent,
        outward?.headers['cache-control'],
      )
    },
  })
}

function routeOf(endpoint: Endpoint) {
  const { method, path, access, helpers = false } = endpoint
  const config = { access, helpers, endpoint }
  return { method, url: path.replace(/\{(\w+)\}/g, ':$1'), config }
}

export function jsonOf<Output extends Shape>(
  { output }: { output: Output },
  answer: z.input<Output>,
): string {
  return JSON.stringify(z.parse(output, answer))
}

/** Whole or streamed. A failure midway aborts the transfer. */
export function serveFile<const E extends Endpoint & { answers: string }>(
  app: App,
  endpoint: E,
  handler: (input: RequestOf<E>) => Promise<{ fileName: string; content: Readable | string }>,
): void {
  app.route({
    ...routeOf(endpoint),
    // Don't make a whole file just to learn its length.
    exposeHeadRoute: false,
    handler: async (request, reply) => {
      const { fileName, content } = await handler(readInput(endpoint, request))
      reply
        .type(endpoint.answers)
        .header('content-disposition', `attachment; filename="${fileName}"`)
      return reply.send(content)
    },
  })
}

function readInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): RequestOf<E> {
  const input: Partial<Record<(typeof PARTS)[number], unknown>> = {}
  for (const part of PARTS) {
    const shape = endpoint[part]
    if (shape) input[part] = readPart(shape, request[part])
  }
  return input as RequestOf<E>
}

/** How many faults of one call are named. */
const MAX_PROBLEMS = 100

/** @throws Refusal 'invalid' with the first thing that is wrong, and all if several */
function readPart(shape: Shape, value: unknown): unknown {
  const read = z.safeParse(shape, value, { reportInput: true })
  if (read.success) return read.data
  const problems = read.error.issues.slice(0, MAX_PROBLEMS).map((one) => {
    const issue = deepest(one)
    return { field: placeOf(issue), message: describeIssue(issue) }
  })
  const [{ field, message } = { field: '', message: describeIssue(undefined) }] = problems
  const all = problems.length > 1 ? { problems } : {}
  throw new Refusal('invalid', message, { ...(field && { field }), ...all })
}

function placeOf(issue: z.core.$ZodIssue): string {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
  return [...issue.path, ...unknown].join('.').slice(0, 200).toWellFormed()
}

/** The union issue that got furthest, instead of its "Invalid input". */
function deepest(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const inner = issue.errors.flat().sort((one, other) => other.path.length - one.path.length)[0]
  return inner && inner.path.length > 0
    ? deepest({ ...inner, path: [...issue.path, ...inner.path] })
    : issue
}

type RawCall = {
  path: `/api/${string}`
  limit: number
  handle: (body: Buffer, request: FastifyRequest) => Promise<void>
}

/** The handler gets the raw bytes, which a stranger's signature covers. Answers 200. */
export async function serveRaw(app: App, { path, limit, handle }: RawCall): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      'application/json',
      { parseAs: 'buffer', bodyLimit: limit },
      (_, body, done) => done(null, body),
    )
    scope.post(path, { config: { access: 'public' }, bodyLimit: limit }, async (request, reply) => {
      await handle(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0), request)
      return reply.type(JSON_TYPE).send('{"received":true}')
    })
  })
}

const KINDS: Record<string, string> = {
  string: 'must be text',
  number: 'must be a number',
  int: 'must be a whole number',
  boolean: 'must be true or false',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be empty',
}

function describeIssue(issue: z.core.$ZodIssue | undefined): string {
  if (!issue) return 'That is not valid.'
  if (issue.code === 'unrecognized_keys')
    return `Unknown field: ${issue.keys.slice(0, 5).join(', ').slice(0, 200)}.`
  // Our own messages end in a period; the validator's don't.
  if (issue.message.endsWith('.')) return issue.message
  const field = issue.path.join('.').slice(0, 200)
  const wrong = whatIsWrong(issue)
  if (field === '') return issue.code === 'invalid_type' && issue.expected === 'array' ? LIST : BODY
  return `The field “${field.toWellFormed()}” ${wrong}.`
}

const BODY = 'Please send the fields of this call as a JSON object.'
const LIST = 'Please send a JSON list.'

function whatIsWrong(issue: z.core.$ZodIssue): string {
  if (
    issue.input === undefined &&
    (issue.code === 'invalid_type' || issue.code === 'invalid_value')
  )
    return 'is missing'
  if (issue.code === 'invalid_type') return KINDS[issue.expected] ?? 'is not valid'
  if (issue.code === 'invalid_value')
    return `must be one of these: ${issue.values.map(String).join(', ').slice(0, 300)}`
  if (issue.code === 'too_small') return 'is too short or too small'
  if (issue.code === 'too_big') return 'is too long or too large'
  return 'is not valid'
}

export type Readiness = { missing: string[]; warnings: string[] }

export function healthRoutes(app: App, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', { config: { access: 'public' } }, async (_, reply) => {
    return reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('alive')
  })
  app.get('/readyz', { config: { access: 'public' } }, async (request, reply) => {
    reply.header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    try {
      const { missing, warnings } = await readiness()
      const first = missing.length > 0 ? missing : ['ready']
      const lines = [...first, ...warnings.map((warning) => `warning: ${warning}`)]
      return reply.code(missing.length > 0 ? 503 : 200).send(lines.join('\n'))
    } catch (error) {
      request.log.error({ err: error }, 'not ready')
      return reply.code(503).send('the database does not answer')
    }
  })
}
