import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { write } from '#server/db/write.ts'
import { type Answer, type Answering, aKeyedBuyer, type Body, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop, cookieOf, PASSWORD } from '#tests/a-shop.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { ARE_TWO } from '#tests/round-robin.ts'

/** Every address of one /48, each in its own /64. */
const ofFlood = (place: number) => `2001:db8:7:${(place % 65_536).toString(16)}::1`

const WIFI = '192.0.2.7'

async function aLimitedShop(env: Record<string, string> = {}) {
  const shop = await aShop({ env: { LIMITS: 'on', ...env } })
  const eggs = await aProduct(shop.db, { price: 500, stock: 5000 })
  return { shop, eggs, body: orderBody([[eggs, 1]]) }
}

function browser(shop: AShop, remoteAddress: string): Answering<Answer> {
  let cookie = ''
  return {
    async inject(request) {
      const headers = { cookie, ...request.headers }
      const answer = await shop.inject({ ...request, remoteAddress, headers })
      cookie ||= cookieOf(answer)
      return answer
    },
  }
}

// Two processes would take turns, and a test moves the clock of only one.
describe.skipIf(ARE_TWO)('while one /48 asks as fast as it can', () => {
  describe('to pay', () => {
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => void vi.useRealTimers())

    const STEP = 100

    /** Moves the clock in steps and lets all due work finish in between. */
    async function pass(shop: AShop, ms: number, eachStep = () => {}): Promise<void> {
      for (let passed = 0; passed < ms; passed += STEP) {
        eachStep()
        shop.clock.now = new Date(shop.clock.now.getTime() + STEP)
        await vi.advanceTimersByTimeAsync(STEP)
        for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate)
      }
    }

    test('ten shoppers behind one Wi-Fi and ten alone, who take their time, all buy', {
      timeout: IS_LONG ? 600_000 : 120_000,
    }, async () => {
      const { shop, body } = await aLimitedShop()
      await fill(shop, 2000)
      let asked = 0
      const seen = new Map<number, number>()
      const flood = () => {
        for (let one = 0; one < 5; one++)
          void aKeyedBuyer(browser(shop, ofFlood(asked++)))
            .createIntent(body)
            .then(({ statusCode }) => seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1))
      }
      const goOn = (ms: number) => pass(shop, ms, flood)
      await goOn(5000)
      const shoppers = Array.from({ length: 20 }, (_, nth) =>
        aShopper(shop, nth < 10 ? WIFI : `198.51.${nth}.1`, body),
      )
      await goOn(10_000)
      expect(shoppers.map(({ quoted }) => quoted())).toEqual(Array(20).fill(200))
      await goOn(IS_LONG ? 280_000 : 10_000)
      for (const { confirm } of shoppers.slice(10)) await confirm()
      await goOn(5000)
      for (const { confirm } of shoppers.slice(0, 10)) await confirm()
      const placed: number[] = []
      for (const { placeOrder } of shoppers) placed.push(await placeOrder())
      expect(placed).toEqual(Array(20).fill(201))
      expect(seen.get(200)).toBeGreaterThan(50)
      await shop.close()
    })
  })

  function aShopper(shop: AShop, address: string, body: Body) {
    const buyer = aKeyedBuyer(browser(shop, address))
    let intent: Answer | null = null
    void buyer.createIntent(body).then((answer) => {
      intent = answer
    })
    return {
      quoted: () => intent?.statusCode ?? 'waits',
      confirm: async () => void (intent && (await buyer.confirm(intent))),
      placeOrder: async () => (await buyer.placeOrder(body)).statusCode,
    }
  }

  /** Payments the flood started a second ago and never went on with. */
  async function fill(shop: AShop, many: number): Promise<void> {
    const at = new Date(shop.clock.now.getTime() - 1000).toISOString()
    const expires_at = new Date(shop.clock.now.getTime() + 900_000).toISOString()
    const nothing = { intent_id: null, checkout_key: null, body_hash: null, basket: null }
    const rows = Array.from({ length: many }, (_, n) => ({
      ...{ id: `left-${n}`, provider: 'sandbox' as const, livemode: false, ...nothing },
      ...{ visitor_hash: `left-${n}`, method_ref: 'pm_card_visa', amount_cents: 500 as Cents },
      ...{ state: 'open' as const, order_id: null, captured_cents: 0 as Cents },
      ...{ error_code: null, error_message: null, created_at: at, expires_at, touched_at: at },
      address_key: `2001:db8:7:${(30_000 + n).toString(16)}::/64`,
    }))
    await write(shop.db, async (tx) => {
      for (let first = 0; first < many; first += 500)
        await tx
          .insertInto('payments')
          .values(rows.slice(first, first + 500))
          .execute()
    })
  }

  const FLOOD = 250

  test('the helper passes on questions of ten behind one Wi-Fi, four at a time, and of ten alone', async () => {
    const { shop } = await aLimitedShop()
    const ask = async (address: string, chat: string) => {
      const sessionId = chat.padEnd(21, '_')
      const payload = { message: `may number ${chat} come along`, sessionId }
      const url = '/api/chat/message'
      return (await shop.inject({ method: 'POST', url, payload, remoteAddress: address })).json()
        .message
    }
    for (let one = 0; one < FLOOD; one++) await ask(ofFlood(one), `flood${one}`)
    for (let one = 0; one < 4; one++)
      expect(await ask(WIFI, `wifi${one}`)).toContain('passed your question to the farmer')
    for (let one = 0; one < 10; one++)
      expect(await ask(`198.51.${one}.1`, `alone${one}`)).toContain(
        'passed your question to the farmer',
      )
  })

  test.each([
    ['newsletter', '/api/newsletter/subscribe'],
    ['waiting list', '/api/waiting-list'],
  ])('the %s takes ten behind one Wi-Fi and ten alone', async (name, url) => {
    const { shop } = await aLimitedShop({
      SMTP_URL: 'smtp://127.0.0.1:1',
      MAIL_FROM: 'farm@example.com',
    })
    const { id: productId } = await aProduct(shop.db, { name: 'Honey', stock: 0 })
    const join = async (remoteAddress: string, who: string) => {
      const more = name === 'newsletter' ? {} : { productId }
      const payload = { email: `${who}@example.com`, ...more }
      return (await shop.inject({ method: 'POST', url, payload, remoteAddress })).statusCode
    }
    const flooding: number[] = []
    for (let one = 0; one < FLOOD; one++) flooding.push(await join(ofFlood(one), `flood${one}`))
    expect(flooding.at(-1)).toBe(429)
    for (let one = 0; one < 10; one++) {
      expect(await join(WIFI, `wifi${one}`)).toBe(200)
      expect(await join(`198.51.${one}.1`, `alone${one}`)).toBe(200)
    }
  })

  test('the owner signs in on a new device, with the right password', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const { shop } = await aLimitedShop()
      const login = (remoteAddress: string, password: string) =>
        shop.inject({
          method: 'POST',
          url: '/api/admin/login',
          payload: { password },
          remoteAddress,
        })
      const guesses: Promise<Answer>[] = []
      let owner: Answer | null = null
      for (let second = 0, asked = 0; second < 40 && !owner; second++) {
        for (let one = 0; one < 80; one++) guesses.push(login(ofFlood(asked++), 'a guess at it'))
        if (second === 5)
          void login('198.51.100.7', PASSWORD).then((answer) => {
            owner = answer
          })
        shop.clock.now = new Date(shop.clock.now.getTime() + 1000)
        await vi.advanceTimersByTimeAsync(1000)
        for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
      }
      expect(owner).toMatchObject({ statusCode: 200 })
      await shop.close()
      await Promise.all(guesses)
    } finally {
      vi.useRealTimers()
    }
  })
})

test('eight buyers behind one address cancel their orders, whoever tries links there', async () => {
  const { shop, eggs } = await aLimitedShop()
  const setting = { key: 'buyer_cancels', value: 'true', description: '' } as const
  await write(shop.db, (tx) => tx.insertInto('settings').values(setting).execute())
  const from = browser(shop, WIFI)
  const secrets: string[] = []
  for (let buyer = 0; buyer < 8; buyer++) {
    const { receiptUrl } = (
      await aKeyedBuyer(browser(shop, WIFI)).buy(orderBody([[eggs, 1]]))
    ).json()
    secrets.push(receiptUrl.replace('/o/', ''))
  }
  await shop.settled()
  const cancel = async (secret: string, email: string) => {
    const url = `/api/receipts/${secret}/cancel`
    return (await from.inject({ method: 'POST', url, payload: { email } })).statusCode
  }
  const nonsense: number[] = []
  for (let one = 0; one < 100; one++)
    nonsense.push(await cancel(`${'A'.repeat(20)}${String(one % 10)}A`, 'eve@example.com'))
  expect(nonsense.at(-1)).toBe(429)
  const cancelled: number[] = []
  for (const secret of secrets) cancelled.push(await cancel(secret, 'ada@example.com'))
  expect(cancelled).toEqual(Array(8).fill(200))
})
