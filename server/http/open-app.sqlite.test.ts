import type { FastifyContextConfig } from 'fastify'
import { expect, test } from 'vitest'
import { FARMER } from '../core/caller.ts'
import { Refusal } from '../core/refusal.ts'
import { openApp } from './open-app.ts'

const OPTIONS = {
  publicUrl: null,
  hsts: 'on' as const,
  trustProxy: null,
  logLevel: 'silent',
  logHooks: { streamWrite: (line: string) => line },
  requireAdmin: async () => FARMER,
  requireStall: async () => FARMER,
  requireToken: async () => FARMER,
  isDatabaseAway: () => false,
}

test('a route that does not say who may call it stops the start', async () => {
  const app = await openApp(OPTIONS)
  expect(() => app.get('/api/forgotten', async () => 'secret')).toThrow('does not say whether')
  await app.close()
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

async function askAsBoth(config: FastifyContextConfig): Promise<number[]> {
  const helper = { id: 2, name: 'Hanna', role: 'helper' as const }
  const statuses: number[] = []
  for (const person of [FARMER, helper]) {
    const app = await openApp({
      ...OPTIONS,
      requireAdmin: async () => person,
      requireStall: async () => person,
      requireToken: async () => person,
    })
    app.get('/api/one', { config }, async ({ person: by }) => by?.name)
    const answer = await app.inject({ url: '/api/one', headers: { accept: 'application/json' } })
    if (answer.statusCode === 403)
      expect(answer.json()).toEqual({
        code: 'not-allowed',
        message: 'Only the farmer can do this.',
      })
    else expect(answer.body).toBe(person.name)
    statuses.push(answer.statusCode)
    await app.close()
  }
  return statuses
}

test('a helper is refused at the desk but where its route says otherwise; the stall has its own gate', async () => {
  expect(await askAsBoth({ access: 'admin' })).toEqual([200, 403])
  expect(await askAsBoth({ access: 'admin', helpers: true })).toEqual([200, 200])
  expect(await askAsBoth({ access: 'stall' })).toEqual([200, 200])
})

test('a route of the stall is closed to whoever its gate refuses', async () => {
  const app = await openApp({
    ...OPTIONS,
    requireStall: async () => {
      throw new Refusal('signed-out', 'No grant.')
    },
  })
  app.get('/api/one', { config: { access: 'stall' } }, async () => 'secret')
  expect((await app.inject('/api/one')).statusCode).toBe(401)
  await app.close()
})

test.each([{ access: 'public' }, { access: 'stall' }] as const)(
  'helpers are named at the desk alone, not where the access is $access',
  async ({ access }) => {
    const app = await openApp(OPTIONS)
    const declare = () => app.get('/api/one', { config: { access, helpers: true } }, async () => '')
    expect(declare).toThrow('does not say whether')
    await app.close()
  },
)
