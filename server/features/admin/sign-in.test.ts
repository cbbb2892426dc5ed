import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, type Mock, test, vi } from 'vitest'
import { getValue, setValue } from '#server/core/key-value.ts'
import { write } from '#server/db/write.ts'
import { type AShop, aShop, PASSWORD } from '#tests/a-shop.ts'
import { ARE_TWO } from '#tests/round-robin.ts'

const WRONG = 'a guess at it'

type From = { ip?: string; cookie?: string; agent?: string }

function login(
  shop: AShop,
  password: string,
  { ip = '192.0.2.1', cookie = '', agent = '' }: From = {},
) {
  const headers = { cookie, 'user-agent': agent }
  return shop.inject({
    method: 'POST',
    url: '/api/admin/login',
    headers,
    payload: { password },
    remoteAddress: ip,
  })
}

/** The device cookie of a browser that signed in, without its session. */
async function aKnownDevice(shop: AShop): Promise<string> {
  const answer = await login(shop, PASSWORD)
  const device = answer.cookies.find(({ name }) => name === 'farmstand_device')
  return `farmstand_device=${device?.value}`
}

const sixtyFour = (number: number) =>
  `2001:db8:0:${number.toString(16)}::${(number * 7).toString(16)}`

// Requests would alternate between two processes, and a test steps only one clock.
describe.skipIf(ARE_TWO)('while strangers guess', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.restoreAllMocks().useRealTimers())

  /** Waits until the next in line has asked for a turn, or all are through. */
  async function untilNextWaits(timer: Mock<typeof setTimeout>, isOver: () => boolean) {
    const isWaiting = () => timer.mock.calls.some(([, delay = 0]) => delay > 0 && delay <= 1000)
    while (!isOver() && !isWaiting()) await new Promise(setImmediate)
    timer.mockClear()
  }

  async function aSecond(shop: AShop): Promise<void> {
    shop.clock.now = new Date(shop.clock.now.getTime() + 1000)
    await vi.advanceTimersByTimeAsync(1000)
  }

  /** Twenty times each from fifty networks. */
  const flood = Array.from({ length: 1000 }, (_, index) => sixtyFour(index % 50))

  test('the owner’s known device is in at the first try, without a turn', async () => {
    const shop = await aShop({ env: { LIMITS: 'on' } })
    const cookie = await aKnownDevice(shop)
    const guesses = flood.map((ip) => login(shop, WRONG, { ip }))
    const inside = await login(shop, PASSWORD, { ip: flood[0] ?? '', cookie })
    expect(inside.statusCode).toBe(200)
    await shop.close()
    const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(1)
    expect(new Set(statuses)).toEqual(
      new Set([...statuses.filter((status) => status === 401), 429, 503]),
    )
  })

  test('an unknown device of the owner’s is in long before a minute is over, and one a second is compared', async () => {
    const timer = vi.spyOn(globalThis, 'setTimeout')
    const shop = await aShop({ env: { LIMITS: 'on' } })
    const statuses: number[] = []
    const guesses = flood.map(async (ip) => {
      const answer = await login(shop, WRONG, { ip })
      statuses.push(answer.statusCode)
      return answer
    })
    await Promise.any(guesses)
    let isIn = false
    const owner = login(shop, PASSWORD, { ip: '198.51.100.7' }).finally(() => {
      isIn = true
    })
    let seconds = 1
    for (; !isIn && seconds < 60; seconds++) {
      await untilNextWaits(timer, () => isIn)
      await aSecond(shop)
    }
    expect((await owner).statusCode).toBe(200)
    expect(seconds).toBeLessThan(20)
    expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(seconds)
    await shop.close()
    const refused = (await Promise.all(guesses)).find(({ statusCode }) => statusCode === 429)
    expect([refused?.body, refused?.headers['retry-after']]).toEqual([
      'Many people are trying to sign in right now. Please try again in a minute.',
      '60',
    ])
  })

  test('ten wrong passwords of one address do not refuse the right one, from it or from elsewhere', async () => {
    const shop = await aShop({ env: { LIMITS: 'on' } })
    for (let tries = 0; tries < 10; tries++) {
      expect((await login(shop, WRONG)).statusCode).toBe(401)
      await aSecond(shop)
    }
    expect((await login(shop, PASSWORD)).statusCode).toBe(200)
  })
})

test('a stolen device cookie is worth ten guesses in a quarter of an hour, and good sign-ins do not count', async () => {
  const shop = await aShop({ env: { LIMITS: 'on' } })
  const cookie = await aKnownDevice(shop)
  for (let times = 0; times < 12; times++)
    expect((await login(shop, PASSWORD, { cookie })).statusCode).toBe(200)
  const statuses: number[] = []
  for (let times = 0; times < 20; times++)
    void login(shop, WRONG, { cookie }).then(({ statusCode }) => statuses.push(statusCode))
  await expect.poll(() => statuses.length, { timeout: 10_000 }).toBe(10)
  await pause(200)
  expect(statuses).toEqual(Array(10).fill(401))
})

test('a made-up device is not known, and one is forgotten a year after its last sign-in', async () => {
  const shop = await aShop({ env: { LIMITS: 'on' } })
  const cookie = await aKnownDevice(shop)
  shop.clock.now = new Date('2027-11-18T17:59:59.000Z')
  expect((await login(shop, PASSWORD, { cookie })).statusCode).toBe(200)
  shop.clock.now = new Date('2028-11-16T17:59:59.000Z')
  const renewed = await login(shop, PASSWORD, { cookie })
  expect(renewed.cookies.find(({ name }) => name === 'farmstand_device')?.value).toBe(
    cookie.split('=')[1],
  )
  for (const [instant, tried] of [
    ['2028-11-17T18:00:05.000Z', 'farmstand_device=guessed'],
    ['2029-11-18T18:00:00.000Z', cookie],
  ] as const) {
    shop.clock.now = new Date(instant)
    const inside = await login(shop, PASSWORD, { cookie: tried })
    const given = inside.cookies.find(({ name }) => name === 'farmstand_device')?.value
    expect([inside.statusCode, `farmstand_device=${given}` === tried]).toEqual([200, false])
  }
})

test('a hash of an older release is made anew at the next good sign-in, and at no wrong one', async () => {
  const { hashPassword } = await import('./passwords.ts')
  const shop = await aShop()
  const cheaper = await hashPassword(PASSWORD, { power: 1, r: 4, p: 1 })
  await write(shop.db, (tx) => setValue(tx, 'admin_password_hash', cheaper))
  const readHash = async () => {
    await shop.settled()
    return getValue(shop.db, 'admin_password_hash')
  }
  expect((await login(shop, WRONG)).statusCode).toBe(401)
  expect(await readHash()).toBe(cheaper)
  expect((await login(shop, PASSWORD)).statusCode).toBe(200)
  expect(await readHash()).toMatch(/^1\.8\.1\./)
  expect((await login(shop, PASSWORD)).statusCode).toBe(200)
})
