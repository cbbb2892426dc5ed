import { tracingChannel } from 'node:diagnostics_channel'
import { Agent, request } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { aBareBuyer, orderBody } from '#tests/a-buyer.ts'
import { aForm, aPhoto } from '#tests/a-picture.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'

type Answer = { status: number; headers: string[]; bytes: Buffer }

/** These belong to the request and the moment, not to the answer. */
const OWN = ['x-request-id', 'date', 'connection', 'keep-alive']

/** Asks over one keep-alive connection; `asked` counts the requests that reached a route. */
async function aVisitorOf(shop: Awaited<ReturnType<typeof aShop>>) {
  const port = await shop.listen()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const seen = { asked: 0 }
  const count = () => void seen.asked++
  const channel = tracingChannel('fastify.request.handler').start
  channel.subscribe(count)
  onTestFinished(() => {
    channel.unsubscribe(count)
    agent.destroy()
  })
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    new Promise<Answer>((resolve, reject) => {
      const asking = request({ host: '127.0.0.1', port, path, method, agent, headers })
      asking.on('error', reject).on('response', (answer) => {
        const parts: Buffer[] = []
        answer.on('data', (part: Buffer) => parts.push(part))
        answer.on('end', () => {
          const names = answer.rawHeaders.filter((_, place) => place % 2 === 0)
          const pairs = names.map((name, place) => [name, answer.rawHeaders[2 * place + 1]])
          resolve({
            status: answer.statusCode ?? 0,
            headers: pairs
              .filter(([name = '']) => !OWN.includes(name.toLowerCase()))
              .map(([name = '', value]) => `${name.toLowerCase()}: ${value}`)
              .sort(),
            bytes: Buffer.concat(parts),
          })
        })
      })
      asking.end()
    })
  return { ask, seen }
}

const etagOf = ({ headers }: Answer) =>
  headers.find((line) => line.startsWith('etag: '))?.slice('etag: '.length) ?? ''

/**
 * On PostgreSQL another process may have changed what calls answer, so only pages and pictures are
 * cached.
 */
const isAlone = (shop: Awaited<ReturnType<typeof aShop>>) => shop.config.databaseUrl === null

test('what is given again is what the route answered, header by header and byte by byte', async () => {
  const shop = await aShop()
  await aProduct(shop.db, { name: 'Eggs, '.repeat(300) })
  const cookie = await signIn(shop)
  const form = { url: '/api/upload', headers: { cookie }, payload: aForm(await aPhoto()) }
  const picture = (await shop.inject({ method: 'POST', ...form })).json().imageUrl
  const { ask, seen } = await aVisitorOf(shop)
  const calls = isAlone(shop) ? ['/api/products', '/api/pages/links'] : []
  for (const path of ['/', '/checkout', '/admin', picture, ...calls])
    for (const encoding of ['br, gzip', 'gzip', 'identity']) {
      const what = `${path} in ${encoding}`
      const asking = { 'accept-encoding': encoding }
      // A picture is read from its store first, and only then cached.
      await ask(path, asking)
      const first = await ask(path, asking)
      const before = seen.asked
      expect(await ask(path, asking), what).toEqual(first)
      expect(seen.asked, what).toBe(before)
      if (etagOf(first) === '') continue
      const known = { ...asking, 'if-none-match': etagOf(first) }
      const unchanged = await ask(path, known)
      expect(unchanged.status, what).toBe(304)
      const asked = seen.asked
      expect(await ask(path, known), what).toEqual(unchanged)
      expect(seen.asked, what).toBe(asked)
      expect(await ask(path, asking), what).toEqual(first)
    }
})

test('a change of the shop is seen at once', async () => {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { stock: 9 })
  const cookie = await signIn(shop)
  const form = { url: '/api/upload', headers: { cookie }, payload: aForm(await aPhoto()) }
  const picture: string = (await shop.inject({ method: 'POST', ...form })).json().imageUrl
  const { ask } = await aVisitorOf(shop)
  for (const path of ['/', '/api/products', picture, picture]) await ask(path)
  await aBareBuyer(shop).buy(orderBody([[eggs, 2]]))
  expect(JSON.parse((await ask('/api/products')).bytes.toString())).toMatchObject([{ stock: 7 }])
  const edit = { method: 'PUT', url: `/api/products/${eggs.id}`, headers: { cookie } } as const
  await shop.inject({ ...edit, payload: { price: 6.5 } })
  expect((await ask('/')).bytes.toString()).toContain('$6.5')
  const file = picture.replace('/uploads/', '')
  await shop.inject({ method: 'DELETE', url: `/api/upload/${file}`, headers: { cookie } })
  expect((await ask(picture)).status).toBe(404)
})

test('only the very question that was answered is answered without a route', async () => {
  const shop = await aShop()
  await aProduct(shop.db)
  const { ask, seen } = await aVisitorOf(shop)
  const reachesRoute = async (path: string, headers: Record<string, string>, method?: string) => {
    const before = seen.asked
    await ask(path, headers, method)
    return seen.asked - before
  }
  expect(await reachesRoute('/', {})).toBe(1)
  expect(await reachesRoute('/', {})).toBe(0)
  for (const [path, headers, method] of [
    ['/?x=1', {}, 'GET'],
    ['/?x=1', {}, 'GET'],
    ['/', {}, 'HEAD'],
    ['/', { 'accept-encoding': 'gzip' }, 'GET'],
    ['/', { 'content-length': '0' }, 'GET'],
    ['/api/settings', {}, 'GET'],
    ['/api/settings', {}, 'GET'],
  ] as [string, Record<string, string>, string][])
    expect(await reachesRoute(path, headers, method), `${method} ${path}`).toBe(1)
})
