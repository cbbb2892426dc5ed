import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aForm, aPhoto } from '#tests/a-picture.ts'
import { everyRow } from '#tests/every-row.ts'
import { seedOfRun, someOf } from '../length-of-run.ts'
import { aFullShop, type FullShop } from './a-full-shop.ts'
import { addressOf, type Route, watchRouter } from './every-route.ts'
import { fromShape } from './from-shape.ts'

const SHOP = 'https://shop.example'

/** What browsers say of foreign pages; undefined for a browser that says nothing. */
const ORIGINS = [
  ...['null', 'https://evil.example', 'https://shop.example.evil.com'],
  ...['https://shop.exampleevil.com', 'https://evil.com/https://shop.example'],
  ...['https://shop.example@evil.com', 'http://shop.example', 'http://evil.example'],
  ...['http://evil.example:3000', 'https://shop.example:8443', 'https://shop.example.'],
  ...['https://www.shop.example', 'https://shop.example, https://evil.example', 'file://', ''],
]
const SITES = [undefined, 'cross-site', 'same-site', 'same-origin', 'none', 'Cross-Site', 'x']

const FOREIGN: Record<string, string>[] = [
  ...ORIGINS.flatMap((origin) =>
    SITES.map((site) => (site === undefined ? { origin } : { origin, 'sec-fetch-site': site })),
  ),
  ...['cross-site', 'same-site', 'Cross-Site', 'x'].map((site) => ({ 'sec-fetch-site': site })),
  { origin: SHOP, 'sec-fetch-site': 'cross-site' },
]

/** Types another site's form can send without a preflight, and types it can't. */
const TYPES = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json',
]

type Sent = { method: 'POST'; url: string; route: Route; body: string }

function goodCalls(routes: Route[]): Sent[] {
  const changing = routes.filter(({ method }) => !['GET', 'HEAD', 'OPTIONS'].includes(method))
  return changing.map((route) => {
    const { method, url, endpoint } = route
    const [made] = endpoint?.body
      ? fc.sample(fromShape(endpoint.body), { numRuns: 1, seed: seedOfRun() })
      : [undefined]
    const body = made === undefined ? '' : JSON.stringify(made)
    const query = url.endsWith('/subscribers') ? '?email=ada%40example.com' : ''
    return { method: method as 'POST', url: addressOf(url) + query, route, body }
  })
}

async function send(shop: FullShop, { method, url, body }: Sent, headers: Record<string, string>) {
  const type: Record<string, string> = body ? { 'content-type': 'application/json' } : {}
  return shop.inject({
    method,
    url,
    headers: { cookie: shop.cookie, ...type, ...headers },
    payload: body,
  })
}

describe.each([
  ['that has its own address', { PUBLIC_URL: SHOP }, { host: 'shop.example' }],
  ['that is tried out on a laptop', {}, { host: 'localhost:3000' }],
  ['whose address is forged by a name that leads here', {}, { host: 'evil.example' }],
])('a shop %s', (_, env, host) => {
  test('refuses every change that another site’s page asks for with the farmer’s cookie', async () => {
    const { routes } = watchRouter()
    const shop = await aFullShop({ env })
    const calls = goodCalls(routes)
    const before = await everyRow(shop)
    const passed: string[] = []
    let requested = 0
    for (const [turn, call] of calls.entries()) {
      for (const [next, foreign] of someOf(FOREIGN, 4, turn).entries()) {
        for (const type of someOf(TYPES, TYPES.length, turn + next)) {
          const answer = await send(shop, call, { ...host, ...foreign, 'content-type': type })
          requested++
          if (answer.statusCode !== 403)
            passed.push(
              `${answer.statusCode} ${call.method} ${call.url} ${JSON.stringify(foreign)} ${type}`,
            )
        }
      }
    }
    console.info(
      `${calls.length} changing routes, ${requested} calls from ${FOREIGN.length} strangers, ${passed.length} not refused`,
    )
    expect(passed).toEqual([])
    expect(await everyRow(shop)).toEqual(before)
  })
})

test('what is no JSON is refused even from our own page, but for the form that carries a picture', async () => {
  const { routes } = watchRouter()
  const shop = await aFullShop({ env: { PUBLIC_URL: SHOP } })
  const before = await everyRow(shop)
  // A phone's own gate runs before its call is read.
  const isOfPhone = (url: string) => url === '/api/stall/commands'
  const bodied = goodCalls(routes).filter(({ body, url }) => body !== '' && !isOfPhone(url))
  for (const call of bodied) {
    for (const type of TYPES.filter((one) => !one.includes('json'))) {
      const { statusCode } = await send(shop, call, { origin: SHOP, 'content-type': type })
      expect(statusCode, `${call.method} ${call.url} ${type}`).toBe(415)
    }
  }
  expect(await everyRow(shop)).toEqual(before)
})

test('the same calls do change the shop from its own page, so that there was something to refuse', async () => {
  const { routes } = watchRouter()
  const shop = await aFullShop({ env: { PUBLIC_URL: SHOP } })
  const { cookie } = shop
  const last = /logout|password/
  const calls = goodCalls(routes).filter(({ url }) => !last.test(url))
  let done = 0
  for (const call of calls) {
    const own = { origin: SHOP, 'sec-fetch-site': 'same-origin' }
    const answer = await send(shop, call, own)
    if (answer.statusCode < 300) done++
    else expect(answer.statusCode, `${call.url} ${answer.body}`).not.toBe(403)
  }
  const picture = await shop.inject({
    method: 'POST',
    url: '/api/upload',
    headers: { cookie, origin: SHOP },
    payload: aForm(await aPhoto()),
  })
  console.info(`${done} of ${calls.length} good calls were carried out`)
  expect(picture.statusCode).toBe(201)
  expect(done).toBeGreaterThan(10)
})
