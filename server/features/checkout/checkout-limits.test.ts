import { describe, expect, test } from 'vitest'
import { aBareBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { ARE_TWO } from '#tests/round-robin.ts'
import { checkoutLimits } from './checkout-limits.ts'

async function aLimitedShop() {
  const shop = await aShop({ env: { LIMITS: 'on' } })
  const eggs = await aProduct(shop.db, { price: 500, stock: 100 })
  const seconds = (count: number) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + count * 1000)
  }
  return { shop, body: orderBody([[eggs, 1]]), seconds }
}

describe('one browser', () => {
  test.skipIf(ARE_TWO)('may start ten payments a minute; the next is told when to come back', async () => {
    const { shop, body, seconds } = await aLimitedShop()
    const buyer = aBareBuyer(shop)
    for (let count = 0; count < 10; count++) expect((await buyer.createIntent(body)).statusCode).toBe(200)
    seconds(20)
    const refused = await buyer.createIntent(body)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '40'])
    expect(refused.json()).toMatchObject({ code: 'too-often', error: expect.stringMatching(/wait/) })
    seconds(40)
    expect((await buyer.createIntent(body)).statusCode).toBe(200)
  })

  test('pauses after five declined cards, even with a good one', async () => {
    const { shop, body, seconds } = await aLimitedShop()
    const buyer = aBareBuyer(shop)
    for (let count = 0; count < 5; count++)
      expect((await buyer.createIntent(body, undefined, 'pm_card_chargeDeclined')).statusCode).toBe(402)
    const refused = await buyer.createIntent(body)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '600'])
    seconds(601)
    expect((await buyer.createIntent(body)).statusCode).toBe(200)
  })

  test('pauses as well when the cards were declined in the browser’s own step', async () => {
    const { shop, body } = await aLimitedShop()
    let cookie = ''
    const post = (url: string, payload: object) => shop.inject({ method: 'POST', url, headers: { cookie }, payload })
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      const who = { customer_email: 'ada@example.com', customer_name: 'Ada', checkout_key: crypto.randomUUID() }
      const asked = { amount: 500, payment_method_id: 'pm_card_chargeDeclined', ...who, basket: body }
      const intent = await post('/api/payments/stripe/create-intent', asked)
      statuses.push(intent.statusCode)
      cookie ||= intent.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      if (intent.statusCode === 200)
        await post('/api/payments/sandbox/confirm', { client_secret: intent.json().client_secret })
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('one address', () => {
  const asker = (visitor: string) => ({ visitor, address: '192.0.2.7' })

  test('may start six hundred payments at once and four a second after that, whoever asks', async () => {
    const { shop, clock } = await aShop()
    const limits = checkoutLimits(shop)
    for (let count = 0; count < 600; count++) await limits.count(asker(`visitor ${count}`))
    await expect(limits.count(asker('one more'))).rejects.toMatchObject({ code: 'too-often', retryAfter: 1 })
    await limits.count({ visitor: 'one more', address: '192.0.2.8' })
    clock.now = new Date(clock.now.getTime() + 1000)
    for (let count = 0; count < 4; count++) await limits.count(asker(`visitor of the next second ${count}`))
    await expect(limits.count(asker('one too many'))).rejects.toMatchObject({ code: 'too-often' })
  })

  test('may place as many orders, and is told apart from others', async () => {
    const limits = checkoutLimits((await aShop()).shop)
    for (let count = 0; count < 600; count++) limits.countOrder('192.0.2.7')
    expect(() => limits.countOrder('192.0.2.7')).toThrow(/Please wait/)
    limits.countOrder('192.0.2.8')
  })

  test('is answered more slowly after thirty declined cards, and still served', async () => {
    const waits: number[] = []
    const limits = checkoutLimits((await aShop()).shop, async (ms) => void waits.push(ms))
    for (let count = 0; count < 29; count++) await limits.declined(asker(`visitor ${count}`))
    await limits.count(asker('a good one'))
    expect(waits).toEqual([])
    await limits.declined(asker('the thirtieth'))
    await limits.count(asker('a good one'))
    expect(waits).toEqual([2000])
  })
})

describe('X-Forwarded-For', () => {
  const noticed = async (env: Record<string, string>) => {
    const shop = await aShop({ env })
    const cookie = await signIn(shop)
    const seen = async () =>
      (await shop.inject({ url: '/api/admin/notices', headers: { cookie } })).json().forwardedWithoutTrust
    const before = await seen()
    await shop.inject({ url: '/api/products', headers: { 'x-forwarded-for': '203.0.113.9' } })
    return [before, await seen()]
  }

  test.skipIf(ARE_TWO)('from a proxy that nobody declared is told at the desk', async () => {
    expect(await noticed({})).toEqual([false, true])
  })

  test('from a declared one is not', async () => {
    expect(await noticed({ TRUST_PROXY: 'loopback' })).toEqual([false, false])
  })
})
