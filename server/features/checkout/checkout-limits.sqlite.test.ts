import type { LightMyRequestResponse } from 'fastify'
import { describe, expect, test } from 'vitest'
import { type Answering, aBareBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop, signIn } from '#tests/a-shop.ts'
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
  test.skipIf(ARE_TWO)(
    'may start ten payments a minute; the next is told when to come back',
    async () => {
      const { shop, body, seconds } = await aLimitedShop()
      const buyer = aBareBuyer(shop)
      for (let count = 0; count < 10; count++)
        expect((await buyer.createIntent(body)).statusCode).toBe(200)
      seconds(20)
      const refused = await buyer.createIntent(body)
      expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '40'])
      expect(refused.json()).toMatchObject({
        code: 'too-often',
        error: expect.stringMatching(/wait/),
      })
      seconds(40)
      expect((await buyer.createIntent(body)).statusCode).toBe(200)
    },
  )

  test('pauses after five declined cards, even with a good one', async () => {
    const { shop, body, seconds } = await aLimitedShop()
    const buyer = aBareBuyer(shop)
    for (let count = 0; count < 5; count++)
      expect((await buyer.createIntent(body, undefined, 'pm_card_chargeDeclined')).statusCode).toBe(
        402,
      )
    const refused = await buyer.createIntent(body)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '600'])
    seconds(601)
    expect((await buyer.createIntent(body)).statusCode).toBe(200)
  })

  test('pauses as well when the cards were declined in the browser’s own step', async () => {
    const { shop, body } = await aLimitedShop()
    let cookie = ''
    const post = (url: string, payload: object) =>
      shop.inject({ method: 'POST', url, headers: { cookie }, payload })
    const statuses: number[] = []
    for (let count = 0; count < 6; count++) {
      const who = {
        customer_email: 'ada@example.com',
        customer_name: 'Ada',
        checkout_key: crypto.randomUUID(),
      }
      const payload = {
        amount: 500,
        payment_method_id: 'pm_card_chargeDeclined',
        ...who,
        basket: body,
      }
      const intent = await post('/api/payments/stripe/create-intent', payload)
      statuses.push(intent.statusCode)
      cookie ||= intent.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      if (intent.statusCode === 200)
        await post('/api/payments/sandbox/confirm', { client_secret: intent.json().client_secret })
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('one address', () => {
  const client = (visitor: string) => ({ visitor, address: '192.0.2.7' })

  test('may start six hundred payments at once and four a second after that, whoever asks', async () => {
    const { shop, clock } = await aShop()
    const limits = checkoutLimits(shop)
    for (let count = 0; count < 600; count++) await limits.count(client(`visitor ${count}`))
    await expect(limits.count(client('one more'))).rejects.toMatchObject({
      code: 'too-often',
      retryAfter: 1,
    })
    await limits.count({ visitor: 'one more', address: '192.0.2.8' })
    clock.now = new Date(clock.now.getTime() + 1000)
    for (let count = 0; count < 4; count++)
      await limits.count(client(`visitor of the next second ${count}`))
    await expect(limits.count(client('one too many'))).rejects.toMatchObject({ code: 'too-often' })
  })

  test('may place as many orders, and is told apart from others', async () => {
    const limits = checkoutLimits((await aShop()).shop)
    for (let count = 0; count < 600; count++) limits.countOrder('192.0.2.7')
    expect(() => limits.countOrder('192.0.2.7')).toThrow(/Please wait/)
    limits.countOrder('192.0.2.8')
  })

  test('gets a turn after thirty declined cards, one after the other, and is still served', async () => {
    const { shop, clock } = await aShop()
    const { limits, waits } = steppedLimits({ shop, clock })
    for (let count = 0; count < 29; count++) {
      await limits.declined(client(`visitor ${count}`))
      clock.now = new Date(clock.now.getTime() + 10_000)
    }
    for (const one of ['a good one', 'another']) await limits.count(client(one))
    expect(waits).toEqual([])
    await limits.declined(client('the thirtieth'))
    for (const one of ['a good one', 'another']) await limits.count(client(one))
    expect(waits).toEqual([200])
  })
})

/** Waits advance the shop's clock. */
function steppedLimits({ shop, clock }: Pick<AShop, 'shop' | 'clock'>) {
  const waits: number[] = []
  const limits = checkoutLimits(shop, async (ms) => {
    waits.push(ms)
    clock.now = new Date(clock.now.getTime() + ms)
  })
  return { limits, waits }
}

describe('whoever tries out cards', () => {
  const from = (shop: AShop, address: string): Answering<LightMyRequestResponse> => ({
    inject: (request) =>
      shop.inject({ ...request, headers: { ...request.headers, 'x-forwarded-for': address } }),
  })
  test('without a cookie, from ever other addresses of one line, has ten a minute; twenty others buy meanwhile', async () => {
    const shop = await aShop({ env: { LIMITS: 'on', TRUST_PROXY: 'loopback' } })
    const body = orderBody([[await aProduct(shop.db, { price: 500, stock: 1000 }), 1]])
    const seen = new Map<number, number>()
    const tryCards = async (count: number) => {
      for (let place = 0; place < count; place++) {
        const line = from(shop, `2001:db8:0:1::${place.toString(16)}`)
        const { statusCode } = await aBareBuyer(line, 'pm_card_chargeDeclined').createIntent(body)
        seen.set(statusCode, (seen.get(statusCode) ?? 0) + 1)
      }
    }
    await tryCards(50)
    expect(Object.fromEntries(seen)).toEqual({ 402: 10, 429: 40 })
    for (let buyer = 0; buyer < 20; buyer++)
      expect((await aBareBuyer(from(shop, `198.51.100.${buyer}`)).buy(body)).statusCode).toBe(201)
  })

  test('has sixty an hour, and not more for going on', async () => {
    const { shop, clock } = await aShop()
    const { limits } = steppedLimits({ shop, clock })
    let declined = 0
    for (let minute = 0; minute < 50; minute++) {
      clock.now = new Date(clock.now.getTime() + 61_000)
      for (let count = 0; count < 12; count++) {
        const stranger = { visitor: `stranger ${minute} ${count}`, address: '192.0.2.7' }
        const isServed = await limits.count(stranger).then(
          () => true,
          () => false,
        )
        if (isServed) await limits.declined(stranger)
        if (isServed) declined++
      }
    }
    expect(declined).toBe(60)
  })

  test('is no reason to refuse one of two hundred shoppers behind one address, or to let them wait', async () => {
    const { shop, clock } = await aShop()
    const { limits, waits } = steppedLimits({ shop, clock })
    for (let place = 0; place < 200; place++) {
      clock.now = new Date(clock.now.getTime() + 3000)
      const shopper = { visitor: `shopper ${place}`, address: '192.0.2.7' }
      // One in ten mistypes the CVC first.
      if (place % 10 === 0) {
        await limits.count(shopper)
        await limits.declined(shopper)
      }
      await limits.count(shopper)
      limits.countOrder(shopper.address)
    }
    expect(waits).toEqual([])
  })

  test('all over the world makes strangers wait, one after the other of all, and refuses nobody', async () => {
    const { limits, waits } = steppedLimits(await aShop())
    for (let count = 0; count < 100; count++)
      await limits.declined({ visitor: `visitor ${count}`, address: `192.0.2.${count}` })
    for (let count = 0; count < 3; count++)
      await limits.count({ visitor: `stranger ${count}`, address: `198.51.100.${count}` })
    expect(waits).toEqual([200, 200])
  })

  test('at once gains nothing: a long row is refused, of the network that fills it', async () => {
    const { shop, clock } = await aShop()
    const limits = checkoutLimits(shop, () => new Promise(() => {}))
    for (let count = 0; count < 30; count++) {
      await limits.declined({ visitor: `visitor ${count}`, address: '192.0.2.7' })
      clock.now = new Date(clock.now.getTime() + 10_000)
    }
    const refused: number[] = []
    for (let place = 0; place < 350; place++)
      void limits
        .count({ visitor: `other ${place}`, address: '192.0.2.7' })
        .catch(({ code }) => code === 'too-often' && refused.push(place))
    await expect.poll(() => refused.length).toBeGreaterThanOrEqual(30)
    expect(Math.min(...refused)).toBeGreaterThan(250)
    limits.stop()
  })
})

describe('X-Forwarded-For', () => {
  const noticed = async (env: Record<string, string>) => {
    const shop = await aShop({ env })
    const cookie = await signIn(shop)
    const seen = async () =>
      (await shop.inject({ url: '/api/admin/notices', headers: { cookie } })).json()
        .forwardedWithoutTrust
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
