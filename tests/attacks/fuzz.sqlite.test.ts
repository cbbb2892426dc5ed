import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { expect, inject, onTestFinished, test } from 'vitest'
import { snapshot } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { signIn } from '#tests/a-shop.ts'
import { IS_LONG, seedOfRun, someOf } from '../length-of-run.ts'
import { aFullShop, type FullShop } from './a-full-shop.ts'
import { addressOf, type Route, watchRouter } from './every-route.ts'
import { fromShape } from './from-shape.ts'
import {
  hostileBody,
  hostileQuery,
  hostileSegment,
  INDIGESTIBLE,
  INDIGESTIBLE_SEGMENTS,
} from './hostile.ts'
import { INNARDS } from './innards.ts'
import { placesOf, putAt, spoiled } from './spoil.ts'
import { writingMark } from './writing-mark.ts'

type Asking = {
  method: string
  url: string
  as: 'visitor' | 'desk'
  type?: string
  payload?: string | Buffer
}

/** Calls that save their refusals too: a declined card, an order that came too late, a wrong email. */
const KEEPS_REFUSALS = /^\/api\/(?:payments|orders$|receipts\/[^/]*\/)/

const ROUNDS = IS_LONG ? 16 : 1
const ON_SQLITE = IS_LONG ? 5000 : 1200
const ON_POSTGRES = IS_LONG ? 3000 : 400

function callsOf(route: Route): fc.Arbitrary<Asking> {
  const { endpoint } = route
  const good = {
    params: endpoint?.params ? fromShape(endpoint.params) : fc.constant({}),
    query: endpoint?.query ? fromShape(endpoint.query).map(written) : fc.constant(''),
    body: endpoint?.body ? fromShape(endpoint.body) : fc.constant(undefined),
  }
  const params = often(
    good.params,
    fc.dictionary(fc.constantFrom(...namesIn(route.url)), hostileSegment),
  )
  const query = often(good.query, hostileQuery)
  const body = fc.oneof(
    { weight: 4, arbitrary: good.body.map(asJson) },
    { weight: 5, arbitrary: good.body.chain(spoiled).map(asJson) },
    { weight: 2, arbitrary: hostileBody },
  )
  const as = fc.constantFrom<('visitor' | 'desk')[]>('visitor', 'desk', 'desk', 'desk')
  return fc.record({ params, query, body, as }).map((made) => {
    const address = addressOf(route.url, made.params as Record<string, string>)
    const bodyOfCall = route.method === 'GET' || route.method === 'HEAD' ? {} : made.body
    return {
      method: route.method,
      url: made.query ? `${address}?${made.query}` : address,
      as: made.as,
      ...bodyOfCall,
    }
  })
}

function weightOf({ method, endpoint }: Route): number {
  if (method === 'HEAD') return 1
  return endpoint?.body ? 12 : 3
}

function often<T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>): fc.Arbitrary<T> {
  return fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: rare })
}

function namesIn(url: string): [string, ...string[]] {
  const [first = 'none', ...others] = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  return [first, ...others]
}

function written(query: unknown): string {
  const given = Object.entries(query as object).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return given
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`)
    .join('&')
}

function asJson(body: unknown): { type: string; payload: string } | Record<string, never> {
  return body === undefined
    ? {}
    : { type: 'application/json', payload: JSON.stringify(body) ?? 'null' }
}

/** Signs in again when the session is gone; returns the law that broke, or null. */
async function aJudge(shop: FullShop) {
  const mark = await writingMark(shop)
  let { cookie } = shop
  /** The mark after the last answer; null if that call may have written or still may. */
  let latest: string | null = null
  const tally: Record<string, number> = {}
  const judge = async ({ method, url, as, type, payload }: Asking): Promise<string | null> => {
    // What follows the last answer must not count as this one's.
    await shop.settled()
    const before = latest ?? (await mark())
    latest = null
    const headers = {
      ...(as === 'desk' ? { cookie } : {}),
      ...(type === undefined ? {} : { 'content-type': type }),
    }
    const answer = await shop.inject({ method, url, headers, payload } as InjectOptions)
    const { statusCode: status, body } = answer
    tally[status] = (tally[status] ?? 0) + 1
    if (url.startsWith('/api/admin/') && as === 'desk') cookie = await signIn(shop)
    // A backup continues after its answer, then records how it ended.
    while (shop.shop.backups.progress()) await pause(20)
    if ('x' in {}) return 'an object has a key that nobody gave it'
    if (status >= 500) return `${status} ${body}`
    if (status >= 400 && INNARDS.test(body.replace('This shop is on PostgreSQL', '')))
      return `${status} tells of our innards: ${body.slice(0, 500)}`
    if (status < 400 || KEEPS_REFUSALS.test(url) || url.startsWith('/api/admin/')) return null
    // Password attempts are counted.
    if (body.includes('That is not the desk’s password.')) return null
    latest = await mark()
    return latest === before ? null : `${status} and something was written: ${body.slice(0, 500)}`
  }
  return { judge, tally }
}

/** Prints whatever breaks a law, with its seed. */
async function fuzz(
  shop: FullShop,
  routes: Route[],
  { runs, seed }: { runs: number; seed: number },
) {
  const { judge, tally } = await aJudge(shop)
  const calls = fc.oneof(
    ...routes.map((route) => ({ weight: weightOf(route), arbitrary: callsOf(route) })),
  )
  await fc.assert(
    fc.asyncProperty(calls, async (asking) => {
      const broken = await judge(asking)
      if (broken) throw new Error(broken)
    }),
    { numRuns: runs, seed },
  )
  await shop.settled()
  expect((await shop.inject({ url: '/healthz' })).body).toBe('alive')
  expect((await shop.inject({ url: '/' })).statusCode).toBe(200)
  return tally
}

function indigestibleCalls(route: Route): Asking[] {
  const { method, url, endpoint } = route
  const names = [...url.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
  const addresses = names.flatMap((name) =>
    INDIGESTIBLE_SEGMENTS.map((text) => addressOf(url, { [name]: text })),
  )
  const shape = endpoint?.query ?? endpoint?.body
  const samples = shape ? fc.sample(fromShape(shape), { numRuns: 25, seed: 1 }) : []
  const byPlace = new Map(
    samples.flatMap((one) => placesOf(one).map((place) => [place.join('.'), { one, place }])),
  )
  const spoilt = [...byPlace.values()].flatMap(({ one, place }) =>
    INDIGESTIBLE.map((text) => ({ value: putAt(one, place, text), text })),
  )
  const calls = spoilt.map(({ value }): Asking => {
    if (!endpoint?.query) return { method, url: addressOf(url), as: 'desk', ...asJson(value) }
    return {
      method,
      url: `${addressOf(url)}?${typeof value === 'object' ? written(value) : ''}`,
      as: 'desk',
    }
  })
  return [...addresses.map((address): Asking => ({ method, url: address, as: 'desk' })), ...calls]
}

test('what one database takes and another chokes on is refused by the shop, or kept as it is', async () => {
  const { routes } = watchRouter()
  const shop = await aFullShop()
  const { judge, tally } = await aJudge(shop)
  const all = routes.filter(({ method }) => method !== 'HEAD').flatMap(indigestibleCalls)
  const calls = someOf(all, 8)
  const broken: string[] = []
  for (const call of calls) {
    const said = await judge(call)
    if (said) broken.push(`${call.method} ${call.url} ${call.payload ?? ''}: ${said}`)
  }
  console.info(`${calls.length} calls, by their status:`, tally)
  expect(broken).toEqual([])
}, 120_000)

function summed(tallies: Record<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {}
  for (const tally of tallies)
    for (const [key, count] of Object.entries(tally)) sum[key] = (sum[key] ?? 0) + count
  return sum
}

/** Failures nobody awaited; without a listener they'd end the process. */
function lostRejections(): unknown[] {
  const lost: unknown[] = []
  const store = (reason: unknown) => void lost.push(reason)
  process.on('unhandledRejection', store)
  onTestFinished(() => void process.off('unhandledRejection', store))
  return lost
}

test('whatever is sent to whichever call, the shop answers in words and keeps nothing it refused', async () => {
  const onPostgres = inject('postgresUrl') !== undefined
  const [watch, lost, seed] = [watchRouter(), lostRejections(), seedOfRun()]
  const tallies: Record<string, number>[] = []
  for (let round = 0; round < (onPostgres ? 1 : ROUNDS); round++) {
    watch.routes.length = 0
    const shop = await aFullShop()
    const runs = onPostgres ? ON_POSTGRES : ON_SQLITE
    tallies.push(await fuzz(shop, watch.routes, { runs, seed: seed + round }))
    expect(await snapshot(shop.db, checkBooks)).toEqual([])
  }
  const tally = summed(tallies)
  const calls = Object.values(tally).reduce((sum, count) => sum + count, 0)
  console.info(
    `seed ${seed}: ${calls} calls of ${watch.routes.length} routes, by their status:`,
    tally,
  )
  expect(lost).toEqual([])
  expect(tally[200]).toBeGreaterThan(100)
}, 600_000)
