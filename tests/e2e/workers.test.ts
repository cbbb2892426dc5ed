import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { aBareBuyer, orderBody } from '../a-buyer.ts'
import type { AtEnd } from '../at-end.ts'
import { aFarShop } from '../faults/a-far-shop.ts'
import { IS_LONG } from '../length-of-run.ts'
import { createDatabase, startPostgres } from '../postgres.ts'
import { aFailedStart, aRunningShop, type RunningShop } from './a-running-shop.ts'

async function aShopOfProcesses(atEnd: AtEnd): Promise<RunningShop> {
  const postgres = await startPostgres()
  atEnd(postgres.stop)
  const DATABASE_URL = await createDatabase(postgres.url, 'shared')
  // An empty shop: a demo's pictures take longer than all else here.
  const env = { DATABASE_URL, DEMO: '0', WORKERS: '2', LIMITS: 'off' }
  return aRunningShop(env, [], atEnd)
}

function childrenOf(pid = 0): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
}

/** Several at once, so that a connection is arriving at any moment a process may stop. */
const CALLERS = [1, 2, 3, 4]

/** A connection of its own, which goes to the next process. */
const AFRESH = { connection: 'close' }

async function call(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, { ...init, headers: { ...init.headers, ...AFRESH } })
  return {
    status: answer.status,
    text: await answer.text(),
    cookie: answer.headers.get('set-cookie')?.split(';')[0],
  }
}

function post(url: string, body: object, cookie = '') {
  return call(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', cookie },
  })
}

describe.skipIf(process.platform !== 'linux')('a shop of two processes', () => {
  const atEnd: Parameters<AtEnd>[0][] = []
  let shop: RunningShop
  beforeAll(async () => {
    shop = await aShopOfProcesses((end) => atEnd.push(end))
  })
  afterAll(async () => {
    for (const end of atEnd.toReversed()) await end()
  })

  test('shows a sale and the farmer’s edit on every page within a second, whichever process did it', async () => {
    const { url } = shop
    const { cookie = '' } = await post(`${url}/api/admin/login`, { password: 'seven brown hens' })
    const headers = { 'content-type': 'application/json', cookie }
    const draft = { name: 'Eggs', description: '', category: 'Farm Eggs', imageUrl: null }
    const made = await post(`${url}/api/products`, { ...draft, price: 5, stock: 9 }, cookie)
    const product: Product = JSON.parse(made.text)
    const { id } = product
    const renamed = 'Eggs of today'
    const put = await call(`${url}/api/products/${id}`, {
      method: 'PUT',
      headers,
      body: JSON.stringify({ name: renamed }),
    })
    expect(put.status).toBe(200)
    const pages = () => Promise.all(Array.from({ length: 6 }, () => call(url)))
    const all = (texts: string) => async () =>
      (await pages()).every(({ text }) => text.includes(texts))
    await expect.poll(all(renamed)).toBe(true)
    const buyer = aBareBuyer(aFarShop(() => url, AFRESH))
    expect((await buyer.buy(orderBody([[product, product.stock]]))).statusCode).toBe(201)
    await expect.poll(all(`"id":${id},"name":"${renamed}"`)).toBe(true)
    await expect
      .poll(async () => (await pages()).map(({ text }) => stockIn(text, id)))
      .toEqual(Array(6).fill(0))
  })

  test('goes on when one is killed, puts another in its place, and ends with its first', async () => {
    const { pid } = shop.process
    await expect.poll(() => childrenOf(pid)).toHaveLength(2)
    expect(shop.printed().match(/Farmstand is open/g)).toHaveLength(1)
    const [, second = 0] = childrenOf(pid)
    process.kill(second, 'SIGKILL')
    await expect.poll(() => childrenOf(pid)).not.toContain(second)
    for (let times = 0; times < 10; times++)
      expect((await call(`${shop.url}/healthz`)).status).toBe(200)
    await expect.poll(() => childrenOf(pid)).toHaveLength(2)
    const workers = childrenOf(pid)
    expect(await shop.stop()).toBe(0)
    expect(workers.filter(isAlive)).toEqual([])
  })

  test.skipIf(!IS_LONG)(
    'lets new processes take over at SIGHUP, one after the other, while every call is answered',
    async () => {
      const shop = await aShopOfProcesses(onTestFinished)
      const { pid } = shop.process
      await expect.poll(() => childrenOf(pid)).toHaveLength(2)
      const before = childrenOf(pid)
      const statuses: number[] = []
      shop.process.kill('SIGHUP')
      const isReplaced = () => {
        const now = childrenOf(pid)
        return now.length === 2 && !now.some((worker) => before.includes(worker))
      }
      const deadline = Date.now() + 60_000
      while (!isReplaced() && Date.now() < deadline) {
        const answers = await Promise.all(CALLERS.map(() => call(shop.url)))
        statuses.push(...answers.map(({ status }) => status))
        await pause(5)
      }
      expect(isReplaced()).toBe(true)
      expect(new Set(statuses)).toEqual(new Set([200]))
      expect((await call(`${shop.url}/readyz`)).text).toMatch(/^ready/)
      expect(shop.printed()).not.toContain('another takes its place')
      expect(await shop.stop()).toBe(0)
    },
  )
})

test('a start that fails says so once, and ends', async () => {
  const { said, code } = await aFailedStart({
    DATABASE_URL: 'postgres://127.0.0.1:1/none',
    WORKERS: '3',
  })
  expect(code).toBe(1)
  expect(said.match(/Farmstand cannot start/g)).toHaveLength(1)
})

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

function stockIn(html: string, id: number): number {
  return Number(new RegExp(`"id":${id},.*?"stock":(\\d+)`).exec(html)?.[1])
}
