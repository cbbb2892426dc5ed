import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import { hashOf } from '#server/core/hash.ts'
import { signIn } from '#tests/a-shop.ts'
import { everyRow } from '#tests/every-row.ts'
import { someOf } from '../length-of-run.ts'
import { aFullShop, CANARY, type FullShop } from './a-full-shop.ts'
import { addressOf, type Route, type RouterWatch, watchRouter } from './every-route.ts'

const WRITINGS: Record<string, (path: string) => string> = {
  'as it is': (path) => path,
  'with a percent-encoded letter': (path) => path.replace('/api', '/%61pi'),
  'all percent-encoded': (path) =>
    path.replace(/[a-z]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  'encoded twice': (path) => path.replace('/api', '/%2561pi'),
  'in absolute form': (path) => `http://anywhere${path}`,
  'with a slash at its end': (path) => `${path}/`,
  'with a doubled slash': (path) => `/${path}`,
  'with a doubled slash inside': (path) => path.replace('/api/', '/api//'),
  'in capitals': (path) => path.toUpperCase(),
  'with an encoded slash': (path) => path.replace('/api/', '/api%2f'),
  'with a backslash': (path) => path.replace('/api/', '/api\\'),
  'through another folder': (path) => path.replace('/api/', '/assets/../api/'),
  'with dots': (path) => path.replace('/api/', '/./api/./'),
  'with encoded dots': (path) => path.replace('/api/', '/assets/%2e%2e/api/'),
  'with a semicolon': (path) => `${path};x=1`,
  'with a query': (path) => `${path}?access=public&_method=GET`,
  'with a fragment': (path) => `${path}#/`,
  'with a NUL': (path) => `${path}%00`,
}

/** Nothing else in a request may turn it into another one. */
const DISGUISES = (path: string, method: string) => ({
  'x-http-method-override': method,
  'x-method-override': method,
  'x-original-url': path,
  'x-rewrite-url': path,
  'x-forwarded-for': '127.0.0.1',
  'x-forwarded-host': 'localhost',
  authorization: 'Basic YWRtaW46YWRtaW4=',
})

const REFUSED = [400, 401, 403, 404, 405, 413, 415]
const COOKIE = 'farmstand_admin'

async function strangers(shop: FullShop): Promise<Record<string, string>> {
  shop.clock.now = new Date(shop.clock.now.getTime() + 31 * 60_000)
  // The first call with a session that is over deletes its row.
  await shop.inject({ url: '/api/orders', headers: { cookie: shop.cookie } })
  const left = await signIn(shop)
  await shop.inject({ method: 'POST', url: '/api/admin/logout', headers: { cookie: left } })
  const secret = (await signIn(shop)).slice(COOKIE.length + 1)
  return {
    none: '',
    empty: `${COOKIE}=`,
    garbage: `${COOKIE}=x`,
    forged: `${COOKIE}=${'A'.repeat(43)}`,
    'signed out': left,
    expired: shop.cookie,
    'under another name': `admin=${secret}; __Host-${COOKIE}=${secret}; ${COOKIE}[]=${secret}`,
    'one letter changed': `${COOKIE}=${secret.slice(0, -2)}${secret.endsWith('AA') ? 'BB' : 'AA'}`,
    'its hash': `${COOKIE}=${hashOf(secret)}`,
    'in a header of its own': `x=1; ${COOKIE}%3D${secret}`,
  }
}

function deskOf({ routes }: RouterWatch): Route[] {
  return routes.filter(({ access, method }) => access !== 'public' && method !== 'HEAD')
}

/** Sends the request line exactly as given; no URL library tidies it up. */
function rawCaller(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return async (method: string, path: string, headers: Record<string, string>) => {
    const requested = request({ agent, port, host: '127.0.0.1', method, path, headers }).end()
    const [answer] = await once(requested, 'response')
    return { status: Number(answer.statusCode), body: await text(answer) }
  }
}

async function judgeOf(shop: FullShop, watch: RouterWatch) {
  const call = rawCaller(await shop.listen())
  let requested = 0
  const judge = async (
    method: string,
    target: string,
    headers: Record<string, string>,
  ): Promise<string[]> => {
    watch.answered.length = 0
    requested++
    const { status, body } = await call(method, target, headers)
    const by = await watch.lastAnswer(status < 400)
    const said = `${method} ${target} ${headers.cookie}: ${status} by ${by?.access} ${by?.route}`
    const isRefused = REFUSED.includes(status) && !body.includes(CANARY)
    const isForEveryone = by?.access === 'public' && by.status < 400 && !body.includes(CANARY)
    return isRefused || isForEveryone ? [] : [said]
  }
  return { judge, requested: () => requested }
}

describe('without a session', () => {
  test('every address of the desk gives nothing and changes nothing, whichever cookie and method one tries', async () => {
    const watch = watchRouter()
    const shop = await aFullShop()
    const desk = deskOf(watch)
    const cookies = await strangers(shop)
    const { judge, requested } = await judgeOf(shop, watch)
    const before = await everyRow(shop)
    const wrong: string[] = []
    for (const [turn, { method, url }] of desk.entries()) {
      const path = addressOf(url)
      for (const cookie of someOf(Object.values(cookies), 3, turn))
        for (const tried of new Set([method, 'HEAD', 'OPTIONS', 'POST']))
          wrong.push(...(await judge(tried, path, { cookie, ...DISGUISES(path, method) })))
    }
    console.info(
      `${desk.length} routes of the desk, ${requested()} calls with ${Object.keys(cookies).length} wrong cookies`,
    )
    expect(wrong).toEqual([])
    expect(await everyRow(shop)).toEqual(before)
  })

  test('nothing is given or changed however its address is written', async () => {
    const watch = watchRouter()
    const shop = await aFullShop()
    const desk = deskOf(watch)
    const { judge, requested } = await judgeOf(shop, watch)
    const before = await everyRow(shop)
    const wrong: string[] = []
    for (const [turn, { method, url }] of desk.entries()) {
      const path = addressOf(url)
      for (const write of someOf(Object.values(WRITINGS), 6, turn))
        for (const tried of new Set([method, 'GET', 'HEAD']))
          wrong.push(
            ...(await judge(tried, write(path), { cookie: '', ...DISGUISES(path, method) })),
          )
    }
    console.info(
      `${desk.length} routes of the desk, ${requested()} calls in ${Object.keys(WRITINGS).length} writings`,
    )
    expect(wrong).toEqual([])
    expect(await everyRow(shop)).toEqual(before)
  })
})

test('what is open to everyone tells nothing of the desk’s', async () => {
  const { routes } = watchRouter()
  const shop = await aFullShop()
  const open = routes.filter(({ access, method }) => access === 'public' && method === 'GET')
  const sent: string[] = []
  for (const { url } of open) {
    for (const one of ['1', '2', url.includes(':slug') ? CANARY : '3']) {
      const target = url.replace(/:(\w+)|\*/g, one)
      if ((await shop.inject({ url: target })).body.includes(CANARY)) sent.push(target)
    }
  }
  console.info(`${open.length} open routes`)
  expect(sent).toEqual([])
})

const ofOrders = (url: string) => (url.endsWith('/at-market') ? '?ids=1' : '')

test('with a session the desk’s own words are read, so that there was something to keep back', async () => {
  const watch = watchRouter()
  const shop = await aFullShop()
  // The backup has its own test.
  const read = deskOf(watch).filter(
    ({ method, url, access }) =>
      access === 'admin' && method === 'GET' && url !== '/api/backups/file',
  )
  let sent = 0
  for (const { url } of read) {
    const address = addressOf(url)
    const query = url.endsWith('/history') ? '?subject=page&id=2' : ofOrders(url)
    const { statusCode, body } = await shop.inject({
      url: address + query,
      headers: { cookie: shop.cookie },
    })
    expect(statusCode, url).toBe(200)
    if (body.includes(CANARY)) sent++
  }
  console.info(
    `${sent} of ${read.length} reading routes of the desk tell what only the desk may know`,
  )
  expect(sent).toBeGreaterThanOrEqual(8)
})
