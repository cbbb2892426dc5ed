import { describe, expect, test } from 'vitest'
import { aBareBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { aStripeBrowser } from '#tests/stripe-stand-in/a-browser.ts'
import {
  aStripeBuyer,
  deliver,
  whatIsWrongAtStripe,
} from '#tests/stripe-stand-in/a-stripe-buyer.ts'
import { aStripeStandIn, type Fault } from '#tests/stripe-stand-in/stand-in.ts'

async function aStripeShop() {
  const stripe = await aStripeStandIn()
  const shop = await aShop({ stripe })
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 10 })
  const payment = () => shop.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
  const cancel = () => atSettledDesk(shop)('PUT', '/api/orders/1/status', { status: 'cancelled' })
  const intents = () => [...stripe.till.intents.values()]
  const callsOf = (pattern: RegExp) => stripe.calls.filter(({ call }) => pattern.test(call))
  return { stripe, shop, eggs, body: orderBody([[eggs, 3]]), payment, cancel, intents, callsOf }
}

const CAPTURE = /capture$/
const CREATE = /^POST \/v1\/payment_intents$/
const REFUND = /^POST \/v1\/refunds$/

test('an order is paid at Stripe: held by the browser, captured by the shop, exactly its total', async () => {
  const { stripe, shop, body, payment, intents } = await aStripeShop()
  const answer = await aStripeBuyer(shop, stripe).buy(body)
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({ id: 1, paymentStatus: 'completed', testMode: true })
  const { id, intent_id } = await payment()
  expect(intents()).toMatchObject([
    {
      id: intent_id,
      status: 'succeeded',
      amount: 1500,
      amount_received: 1500,
      currency: 'usd',
      capture_method: 'manual',
      allowed_payment_method_types: ['card'],
      receipt_email: null,
      metadata: { shop: shop.shop.id, payment: id },
    },
  ])
  const mails = await shop.db.selectFrom('outbox').select('kind').execute()
  expect(mails).toEqual([{ kind: 'order_confirmed' }])
  expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
})

test('the bare payloads of the specification are confirmed by the browser, then ordered', async () => {
  const { stripe, shop, body } = await aStripeShop()
  const buyer = aBareBuyer(shop)
  const intent = (await buyer.createIntent(body)).json()
  expect(intent).toEqual({
    status: 'requires_confirmation',
    client_secret: expect.stringMatching(/^pi_\w+_secret_/),
  })
  expect((await buyer.placeOrder(body)).statusCode).toBe(402)
  await aStripeBrowser(stripe).confirm(intent.client_secret)
  expect((await buyer.placeOrder(body)).json()).toMatchObject({ id: 1, paymentStatus: 'completed' })
  expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
})

test('a declined card takes nothing, and the same cart pays with another one', async () => {
  const { stripe, shop, body, intents } = await aStripeShop()
  const first = aStripeBuyer(shop, stripe, { card: 'pm_card_chargeDeclined' })
  expect((await first.buy(body)).statusCode).toBe(402)
  const second = aStripeBuyer(shop, stripe, { key: first.checkout_key })
  expect((await second.buy(body)).statusCode).toBe(201)
  await shop.settled()
  expect(intents().map((intent) => intent.status)).toEqual(['canceled', 'succeeded'])
  expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
})

test('a card with 3-D Secure pays only after its owner agreed', async () => {
  const { stripe, shop, body } = await aStripeShop()
  const buyer = aStripeBuyer(shop, stripe, { card: 'pm_card_threeDSecure2Required' })
  const intent = await buyer.createIntent(body)
  expect(await buyer.confirm(intent)).toEqual({ status: 'requires_action' })
  expect((await buyer.placeOrder(body)).statusCode).toBe(402)
  expect(await buyer.authenticate(intent, 'complete')).toEqual({ status: 'requires_capture' })
  expect((await buyer.placeOrder(body)).statusCode).toBe(201)
})

test('a card Stripe does not know is refused in its words', async () => {
  const { stripe, shop, body, payment } = await aStripeShop()
  const refused = await aStripeBuyer(shop, stripe, { card: 'pm_nobody' }).createIntent(body)
  expect([refused.statusCode, refused.json().error]).toEqual([
    402,
    "No such PaymentMethod: 'pm_nobody'",
  ])
  expect((await payment()).state).toBe('canceled')
})

test('who is overtaken while paying is told so, and their hold is released', async () => {
  const { stripe, shop, eggs, body, intents, callsOf } = await aStripeShop()
  const late = aStripeBuyer(shop, stripe)
  await late.confirm(await late.createIntent(body))
  await aStripeBuyer(shop, stripe).buy(orderBody([[eggs, 8]]))
  const refused = await late.placeOrder(body)
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'Only 2 left of Eggs.'])
  await shop.settled()
  expect(intents().map((intent) => intent.status)).toEqual(['canceled', 'succeeded'])
  expect(callsOf(/cancel$/).map(({ key }) => key)).toEqual([
    expect.stringMatching(/^release:[\w-]{36}:0$/),
  ])
  expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
})

test('a cancel by the farmer gives the money back, once', async () => {
  const { stripe, shop, body, cancel, callsOf } = await aStripeShop()
  await aStripeBuyer(shop, stripe).buy(body)
  expect((await cancel()).json()).toMatchObject({ status: 'cancelled', paymentStatus: 'refunded' })
  await cancel()
  const { id } = await shop.db.selectFrom('refunds').select('id').executeTakeFirstOrThrow()
  expect(callsOf(REFUND).map(({ key }) => key)).toEqual([`rf:${id}:0`])
  expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
})

/** One fault for each try of Stripe's library: three, but only one when it is busy. */
function asOften(kind: Fault['kind'], on: RegExp): Fault[] {
  return Array.from({ length: kind === 'busy' ? 1 : 3 }, () => ({ kind, on }))
}

describe('trouble between the shop and Stripe', () => {
  test.each<[string, Fault['kind'], RegExp]>([
    ['the answer to create-intent is lost', 'lost', CREATE],
    ['the answer to the capture is lost', 'lost', CAPTURE],
    ['a capture fails at Stripe, and Stripe keeps that failure', 'failed', CAPTURE],
  ])('%s: one payment, one capture, one order', async (_, kind, on) => {
    const { stripe, shop, body, intents } = await aStripeShop()
    stripe.faults.push({ kind, on })
    expect((await aStripeBuyer(shop, stripe).buy(body)).json()).toMatchObject({
      id: 1,
      paymentStatus: 'completed',
    })
    expect(stripe.faults).toEqual([])
    expect(intents().map((intent) => intent.status)).toEqual(['succeeded'])
    expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
  })

  test('a kept failure is not asked for again under its key', async () => {
    const { stripe, shop, body, payment, callsOf } = await aStripeShop()
    stripe.faults.push({ kind: 'failed', on: CAPTURE })
    await aStripeBuyer(shop, stripe).buy(body)
    const { id } = await payment()
    expect(callsOf(CAPTURE).map(({ key }) => key)).toEqual([`capture:${id}:0`, `capture:${id}:1`])
  })

  test.each<Fault['kind']>(['busy', 'taken', 'locked'])(
    'a capture that is %s leaves the order standing, and the next event finishes it',
    async (kind) => {
      const { stripe, shop, body, payment } = await aStripeShop()
      stripe.faults.push(...asOften(kind, CAPTURE))
      expect((await aStripeBuyer(shop, stripe).buy(body)).json()).toMatchObject({
        id: 1,
        paymentStatus: 'authorized',
      })
      expect((await payment()).state).toBe('capturing')
      for (const event of stripe.events)
        expect((await deliver(shop, stripe, event)).statusCode).toBe(200)
      expect((await payment()).state).toBe('captured')
      expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
    },
  )

  test('a refund whose answers are lost is found by what it is for, and not given twice', async () => {
    const { stripe, shop, body, cancel } = await aStripeShop()
    await aStripeBuyer(shop, stripe).buy(body)
    for (let time = 0; time < 3; time++) stripe.faults.push({ kind: 'lost', on: REFUND })
    expect((await cancel()).json().paymentStatus).toBe('refunded')
    const refunds = () => shop.db.selectFrom('refunds').select(['state', 'amount_cents']).execute()
    expect(await refunds()).toEqual([{ state: 'requested', amount_cents: 1500 }])
    const event = stripe.events.find(({ type }) => type === 'refund.created')
    if (event) await deliver(shop, stripe, event)
    expect(await refunds()).toEqual([{ state: 'succeeded', amount_cents: 1500 }])
    expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
  })

  // It waits for Stripe's library; provider-trouble.sqlite.test.ts has the same shop without it.
  test.runIf(IS_LONG)(
    'a Stripe that never answers is told as a pause, and an order that stands goes on standing',
    {
      timeout: 30_000,
    },
    async () => {
      const { stripe, shop, body } = await aStripeShop()
      const [first, second] = [aStripeBuyer(shop, stripe), aStripeBuyer(shop, stripe)]
      await first.confirm(await first.createIntent(body))
      stripe.faults.push({ kind: 'silent', on: CAPTURE }, { kind: 'silent', on: CREATE })
      const [placed, paused] = await Promise.all([
        first.placeOrder(body),
        second.createIntent(body),
      ])
      expect([paused.statusCode, paused.headers['retry-after']]).toEqual([503, '5'])
      expect([placed.statusCode, placed.json().paymentStatus]).toEqual([201, 'authorized'])
      const payment = shop.db.selectFrom('payments').select('state').where('order_id', '=', 1)
      expect(await payment.execute()).toEqual([{ state: 'capturing' }])
    },
  )

  test('a Stripe that does not know the payment at all takes no order', async () => {
    const { stripe, shop, body } = await aStripeShop()
    const buyer = aStripeBuyer(shop, stripe)
    await buyer.confirm(await buyer.createIntent(body))
    stripe.till.intents.clear()
    expect((await buyer.placeOrder(body)).statusCode).toBe(402)
  })

  test('a Stripe that is busy when the order is placed is told as a pause, and the next try works', async () => {
    const { stripe, shop, body } = await aStripeShop()
    const buyer = aStripeBuyer(shop, stripe)
    await buyer.confirm(await buyer.createIntent(body))
    stripe.faults.push({ kind: 'busy', on: /^GET/ })
    const paused = await buyer.placeOrder(body)
    expect([paused.statusCode, paused.headers['retry-after']]).toEqual([503, '5'])
    expect((await buyer.placeOrder(body)).statusCode).toBe(201)
  })
})
