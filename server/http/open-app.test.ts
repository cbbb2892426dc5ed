import { expect, test } from 'vitest'
import { openApp, UndeclaredRouteError } from './open-app.ts'

const OPTIONS = {
  publicUrl: null,
  hsts: 'on' as const,
  trustProxy: null,
  logLevel: 'silent',
  requireAdmin: async () => {},
  isDatabaseAway: () => false,
}

test('a route that does not say who may call it stops the start', async () => {
  const app = await openApp(OPTIONS)
  expect(() => app.get('/api/forgotten', async () => 'secret')).toThrow(UndeclaredRouteError)
  await app.close()
})

test('slow clients are cut off', async () => {
  const { server } = await openApp(OPTIONS)
  expect([server.requestTimeout, server.headersTimeout, server.keepAliveTimeout]).toEqual([
    14_000, 10_000, 5000,
  ])
})

test('what fails while the shop closes is told to try again', async () => {
  let isStopping = false
  const app = await openApp({ ...OPTIONS, isStopping: () => isStopping })
  app.get('/broken', { config: { access: 'public' } }, async () => {
    throw new Error('The pool was ended.')
  })
  const status = async () => (await app.inject('/broken')).statusCode
  expect(await status()).toBe(500)
  isStopping = true
  expect(await status()).toBe(503)
  await app.close()
})
