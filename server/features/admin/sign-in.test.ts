import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { replaceMemory } from '#server/core/key-value.ts'
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

/** The cookie of the browser that signed in, without its session. */
async function aKnownDevice(shop: AShop): Promise<string> {
  const answer = await login(shop, PASSWORD)
  const device = answer.cookies.find(({ name }) => name === 'farmstand_device')
  return `farmstand_device=${device?.value}`
}

const sixtyFour = (number: number) =>
  `2001:db8:0:${number.toString(16)}::${(number * 7).toString(16)}`

// Two processes would be asked in turn, and a test steps the clock of one.
describe.skipIf(ARE_TWO)('while strangers guess', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  /** Lets a second pass, for the shop's clock and for whoever waits at the gate. */
  async function aSecond(shop: AShop): Promise<void> {
    // The next in line asks for its turn, and hears when that will be.
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
    shop.clock.now = new Date(shop.clock.now.getTime() + 1000)
    await vi.advanceTimersByTimeAsync(1000)
  }

  const FLOODS: [string, string[]][] = [
    [
      'a thousand times from one /64',
      Array.from({ length: 1000 }, (_, index) => `2001:db8::${index.toString(16)}`),
    ],
    [
      'twenty times each from fifty /64s',
      Array.from({ length: 1000 }, (_, index) => sixtyFour(index % 50)),
    ],
  ]

  test.each(FLOODS)(
    '%s, the owner’s known device is in at the first try, without a turn',
    async (_, ips) => {
      const shop = await aShop({ env: { LIMITS: 'on' } })
      const cookie = await aKnownDevice(shop)
      const guesses = ips.map((ip) => login(shop, WRONG, { ip }))
      const inside = await login(shop, PASSWORD, { ip: ips[0] ?? '', cookie })
      expect(inside.statusCode).toBe(200)
      await shop.close()
      const statuses = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
      expect(statuses.filter((status) => status === 401).length).toBeLessThanOrEqual(1)
      expect(new Set(statuses)).toEqual(
        new Set([...statuses.filter((status) => status === 401), 429, 503]),
      )
    },
  )

  test('an unknown device of the owner’s is in before a minute is over, and 60 at most were compared', async () => {
    const shop = await aShop({ env: { LIMITS: 'on' } })
    const statuses: number[] = []
    let onRefusal = () => {}
    const guesses = (FLOODS[1]?.[1] ?? []).map(async (ip) => {
      const answer = await login(shop, WRONG, { ip })
      statuses.push(answer.statusCode)
      if (answer.statusCode === 401) onRefusal()
      return answer
    })
    await Promise.any(guesses)
    const owner = login(shop, PASSWORD, { ip: '198.51.100.7' })
    let seconds = 1
    for (let isIn = false; !isIn && seconds < 60; seconds++) {
      const wrong = new Promise<boolean>((resolve) => (onRefusal = () => resolve(false)))
      await aSecond(shop)
      isIn = await Promise.race([wrong, owner.then(() => true)])
    }
    expect((await owner).statusCode).toBe(200)
    expect(seconds).toBeGreaterThan(40)
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
  const guesses = Array.from({ length: 20 }, () => login(shop, WRONG, { cookie }))
  const waits = new Promise<string>((resolve) => setTimeout(resolve, 1000, 'waits'))
  const answers = await Promise.all(
    guesses.map((guess) => Promise.race([guess.then(({ statusCode }) => statusCode), waits])),
  )
  expect(answers.filter((answer) => answer === 401)).toHaveLength(10)
  expect(answers.filter((answer) => answer === 'waits')).toHaveLength(10)
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
  await write(shop.db, (tx) => replaceMemory(tx, 'admin_password_hash', cheaper))
  const readHash = async () => {
    await shop.settled()
    const row = shop.db
      .selectFrom('shop_memory')
      .select('value')
      .where('key', '=', 'admin_password_hash')
    return (await row.executeTakeFirstOrThrow()).value
  }
  expect((await login(shop, WRONG)).statusCode).toBe(401)
  expect(await readHash()).toBe(cheaper)
  expect((await login(shop, PASSWORD)).statusCode).toBe(200)
  expect(await readHash()).toMatch(/^1\.8\.1\./)
  expect((await login(shop, PASSWORD)).statusCode).toBe(200)
})
