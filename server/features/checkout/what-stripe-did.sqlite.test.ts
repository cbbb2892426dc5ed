import { describe, expect, test } from 'vitest'
import { MINUTE } from '#contract/time/durations.ts'
import { write } from '#server/db/write.ts'
import { runJobs } from '#server/jobs.ts'
import { orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { aStripeBuyer, deliver } from '#tests/stripe-stand-in/a-stripe-buyer.ts'
import { aStripeStandIn } from '#tests/stripe-stand-in/stand-in.ts'
import { workHere } from '#tests/work-here.ts'
import { checkBooks } from '../books/check-books.ts'

async function aStripeShop() {
  const stripe = await aStripeStandIn()
  const shop = await aShop({ stripe })
  workHere(shop)
  const reported: string[] = []
  shop.shop.report = (what, error) =>
    reported.push(`${what}: ${error instanceof Error ? error.message : error}`)
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 100 })
  const farmer = atSettledDesk(shop)
  const cancel = (id: number) => farmer('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
  const round = async (minutes = 2) => {
    shop.clock.now = new Date(shop.clock.now.getTime() + minutes * MINUTE)
    await runJobs(shop.shop)
    await shop.settled()
  }
  const states = async () =>
    (await shop.db.selectFrom('payments').select('state').execute()).map(({ state }) => state)
  const intents = () => [...stripe.till.intents.values()]
  const body = orderBody([[eggs, 3]])
  return { stripe, shop, reported, eggs, body, cancel, round, states, intents }
}

describe('a call that Stripe refuses once, while the hold still stands, goes on under its next key:', () => {
  test.each([1, 2, 3, 4])('a capture refused %d times', async (times) => {
    const { stripe, shop, body, round, states, intents } = await aStripeShop()
    for (let time = 0; time < times; time++) stripe.faults.push({ kind: 'refused', on: /capture$/ })
    await aStripeBuyer(shop, stripe).buy(body)
    await round()
    await round(61)
    expect([await states(), intents().map(({ status }) => status)]).toEqual([
      ['captured'],
      ['succeeded'],
    ])
    expect(
      (await shop.db.selectFrom('outbox').select('kind').execute()).map(({ kind }) => kind),
    ).toEqual(['order_confirmed'])
  })

  test.each([1, 2, 3, 4])('a release refused %d times', async (times) => {
    const { stripe, shop, body, round, states, intents } = await aStripeShop()
    const buyer = aStripeBuyer(shop, stripe)
    await buyer.confirm(await buyer.createIntent(body))
    await write(shop.db, (tx) => tx.updateTable('payments').set({ state: 'canceling' }).execute())
    for (let time = 0; time < times; time++) stripe.faults.push({ kind: 'refused', on: /cancel$/ })
    await round()
    await round(61)
    expect([await states(), intents().map(({ status }) => status)]).toEqual([
      ['canceled'],
      ['canceled'],
    ])
  })
})

describe('the books take what Stripe took:', () => {
  test('a part, captured by the owner at Stripe while the order was placed', async () => {
    const { stripe, shop, body, cancel, reported } = await aStripeShop()
    stripe.door = async (call, when) => {
      const [intent] = stripe.till.intents.values()
      if (call.endsWith('/capture') && when === 'before' && intent?.status === 'requires_capture')
        stripe.till.capture(intent.id, { amount_to_capture: 1000 })
      return 'open'
    }
    await aStripeBuyer(shop, stripe).buy(body)
    await shop.settled()
    const { captured_cents } = await shop.db
      .selectFrom('payments')
      .select('captured_cents')
      .executeTakeFirstOrThrow()
    expect(captured_cents).toBe(1000)
    expect(reported.join()).toContain('took $10.00 of $15.00')
    expect(
      (await checkBooks(shop.db)).map(({ law, found, expected }) => ({ law, found, expected })),
    ).toEqual([{ law: 'captured', found: 1000, expected: 1500 }])
    await cancel(1)
    expect(stripe.till.refunds.map(({ amount }) => amount)).toEqual([1000])
  })

  test('a hold that lapsed by itself is no order, and its event ends the payment', async () => {
    const { stripe, shop, body, states, intents } = await aStripeShop()
    const buyer = aStripeBuyer(shop, stripe)
    await buyer.confirm(await buyer.createIntent(body))
    for (const { id } of intents()) stripe.till.lapse(id)
    for (const event of stripe.events)
      expect((await deliver(shop, stripe, event)).statusCode).toBe(200)
    expect(await states()).toEqual(['canceled'])
    expect((await buyer.placeOrder(body)).statusCode).toBe(402)
  })
})

describe('Stripe gets what it judges a payment by, and the owner what they know it by:', () => {
  test('a delivery carries its goods and its address, and with the capture its order’s number', async () => {
    const { stripe, shop, eggs, intents } = await aStripeShop()
    const shippingAddress = {
      address: '12 Mill Lane',
      city: 'Ashland',
      state: 'OR',
      zipCode: '97520',
    }
    const more = { deliveryMethod: 'shipping', pickupLocation: null, shippingAddress }
    await aStripeBuyer(shop, stripe).buy(orderBody([[eggs, 4]], more))
    const [intent] = intents()
    expect(intent?.description).toBe('4 × Eggs, delivery')
    const address = {
      line1: '12 Mill Lane',
      city: 'Ashland',
      state: 'OR',
      postal_code: '97520',
      country: 'US',
      line2: null,
    }
    expect(intent?.shipping).toEqual({ name: 'Ada Miller', address })
    expect(intent?.metadata).toMatchObject({ shop: shop.shop.id, order: '1' })
  })

  test('a pickup names no address, and a longer basket is cut', async () => {
    const { stripe, shop, intents } = await aStripeShop()
    const lines: [Awaited<ReturnType<typeof aProduct>>, number][] = []
    for (let made = 0; made < 20; made++)
      lines.push([
        await aProduct(shop.db, {
          name: `Jar ${made} of ${'very '.repeat(8)}good honey`,
          price: 100,
        }),
        1,
      ])
    await aStripeBuyer(shop, stripe).buy(orderBody(lines))
    const [intent] = intents()
    expect([intent?.shipping, intent?.description?.length]).toEqual([null, 500])
    expect(intent?.metadata.order).toBe('1')
  })

  test('a release says why', async () => {
    const { stripe, shop, body, cancel, round, intents } = await aStripeShop()
    const buyer = aStripeBuyer(shop, stripe)
    await buyer.confirm(await buyer.createIntent(body))
    await write(shop.db, (tx) => tx.updateTable('payments').set({ state: 'canceling' }).execute())
    await round()
    for (const _ of [1, 2, 3, 4]) stripe.faults.push({ kind: 'refused', on: /capture$/ })
    await aStripeBuyer(shop, stripe).buy(body)
    await cancel(1)
    expect(intents().map((one) => one.cancellation_reason)).toEqual([
      'abandoned',
      'requested_by_customer',
    ])
  })
})

describe('a buyer who comes back from the bank’s own page', () => {
  const resume = (shop: AShop, key: string) =>
    shop.inject({ method: 'POST', url: `/api/checkouts/${key}/resume` })

  test('gets the order of their cart, once, however often they ask', async () => {
    const { stripe, shop, body, intents } = await aStripeShop()
    const buyer = aStripeBuyer(shop, stripe)
    await buyer.confirm(await buyer.createIntent(body))
    const answers = await Promise.all([1, 2, 3].map(() => resume(shop, buyer.checkout_key)))
    for (const answer of answers) expect([answer.statusCode, answer.json()?.id]).toEqual([200, 1])
    expect((await resume(shop, buyer.checkout_key)).json()).toMatchObject({
      id: 1,
      paymentStatus: 'completed',
    })
    expect(intents().map(({ status }) => status)).toEqual(['succeeded'])
  })

  test('whom the bank refused gets none, and pays again', async () => {
    const { stripe, shop, body } = await aStripeShop()
    const buyer = aStripeBuyer(shop, stripe, { card: 'pm_card_authenticationRequired' })
    const intent = await buyer.createIntent(body)
    await buyer.confirm(intent)
    await buyer.authenticate(intent, 'fail')
    expect((await resume(shop, buyer.checkout_key)).json()).toBeNull()
    expect(
      (await aStripeBuyer(shop, stripe, { key: buyer.checkout_key }).buy(body)).statusCode,
    ).toBe(201)
  })

  test('whom nothing was held for gets nothing taken later, however late their bank says yes', async () => {
    const { stripe, shop, body, intents } = await aStripeShop()
    const buyer = aStripeBuyer(shop, stripe)
    const intent = await buyer.createIntent(body)
    expect((await resume(shop, buyer.checkout_key)).json()).toBeNull()
    await shop.settled()
    expect(await buyer.confirm(intent)).toMatchObject({ error: {} })
    expect(intents().map(({ status }) => status)).toEqual(['canceled'])
  })

  test('is told nothing while Stripe is silent, and gets the order after that', async () => {
    const { stripe, shop, body } = await aStripeShop()
    const buyer = aStripeBuyer(shop, stripe)
    await buyer.confirm(await buyer.createIntent(body))
    for (const _ of [1, 2, 3]) stripe.faults.push({ kind: 'failed', on: /^GET/ })
    expect((await resume(shop, buyer.checkout_key)).statusCode).toBe(503)
    stripe.faults.length = 0
    expect((await resume(shop, buyer.checkout_key)).json()).toMatchObject({ id: 1 })
  })

  test('whose goods are gone reads why, and one with a key of nobody’s gets nothing', async () => {
    const { stripe, shop, eggs, body } = await aStripeShop()
    const buyer = aStripeBuyer(shop, stripe)
    await buyer.confirm(await buyer.createIntent(body))
    await aStripeBuyer(shop, stripe).buy(orderBody([[eggs, 99]]))
    const refused = await resume(shop, buyer.checkout_key)
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Only 1 left of Eggs.'])
    expect((await resume(shop, crypto.randomUUID())).json()).toBeNull()
    expect((await resume(shop, 'no-key')).statusCode).toBe(400)
  })
})
