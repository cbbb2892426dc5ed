import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { connect } from 'node:net'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDatabaseAway } from '#server/db/database-errors.ts'
import { aShop, signIn } from '#tests/a-shop.ts'

const PATHS = [
  '/api/orders',
  '/api/payments/stripe/create-intent',
  '/api/admin/login',
  '/api/chat/message',
  '/api/upload',
]
const TYPES = ['application/json', 'multipart/form-data; boundary=x']

/** Sends the start of a request and hangs up, cleanly or like a lost connection. */
async function hangUp(port: number, head: string, isRude: boolean): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  await new Promise((sent) => socket.write(head, sent))
  if (isRude) socket.resetAndDestroy()
  else socket.end()
  socket.resume()
  await once(socket, 'close')
}

test('whoever hangs up in the middle of what they send is no fault of the database', async () => {
  const shop = await aShop({ env: { METRICS_PORT: '0' } })
  const cookie = await signIn(shop)
  const port = await shop.listen()
  const cut = fc.record({
    path: fc.constantFrom(...PATHS),
    type: fc.constantFrom(...TYPES),
    length: fc.integer({ min: 10, max: 60_000 }),
    sent: fc.integer({ min: 0, max: 9 }),
    isRude: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(cut, async ({ path, type, length, sent, isRude }) => {
      const lines = [
        `POST ${path} HTTP/1.1`,
        'host: x',
        `cookie: ${cookie}`,
        `content-type: ${type}`,
      ]
      const head = [...lines, `content-length: ${length}`, '', '--x\r\n{"a":'.slice(0, sent)].join(
        '\r\n',
      )
      await hangUp(port, head, isRude)
    }),
    { numRuns: 60 },
  )
  const figures = async () => (await shop.metrics?.render())?.text ?? ''
  await expect
    .poll(figures, { timeout: 10_000 })
    .toMatch(/farmstand_http_requests_total\{method="POST",.*status="4\d\d"\}/)
  expect(await figures()).toMatch(/^farmstand_database_away_total 0$/m)
  expect(await figures()).not.toMatch(/farmstand_http_requests_total\{.*status="5\d\d"/)
})

test('a wrong token counts though its sender hangs up', async () => {
  const shop = await aShop({ env: { LIMITS: 'on' } })
  const port = await shop.listen()
  const head = 'GET /api/orders HTTP/1.1\r\nhost: x\r\nauthorization: Bearer fst_wrong\r\n\r\n'
  for (let tries = 0; tries < 30; tries++) await hangUp(port, head, true)
  const wrong = () =>
    shop.inject({ url: '/api/orders', headers: { authorization: 'Bearer fst_wrong' } })
  expect((await wrong()).statusCode).toBe(429)
})

test('the codes of lost lines and missing files speak of the database only where it said them', async () => {
  const missing = await readFile('/nowhere/picture.webp').catch((error: unknown) => error)
  const gone = await stat('/nowhere/backup').catch((error: unknown) => error)
  const reset = Object.assign(new Error('aborted'), { code: 'ECONNRESET' })
  const full = Object.assign(new Error('disk full'), { errcode: 13 })
  expect([missing, gone, reset, full].map(isDatabaseAway)).toEqual([false, false, false, false])
})
