import { describe, expect, inject, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aBareBuyer, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'
import { aStripeBrowser } from '#tests/stripe-stand-in/a-browser.ts'
import {
  aStripeBuyer,
  deliver,
  whatIsWrongAtStripe,
} from '#tests/stripe-stand-in/a-stripe-buyer.ts'
import { WEBHOOK_SECRET } from '#tests/stripe-stand-in/keys.ts'
import { eventOf, type Sent, type SignedEvent, sign } from '#tests/stripe-stand-in/signed-event.ts'
import { aStripeStandIn, type StandIn } from '#tests/stripe-stand-in/stand-in.ts'

const WEBHOOK = '/api/payments/stripe/webhook'

async function aStripeShop(stock = 10) {
  const stripe = await aStripeStandIn()
  const shop = await aShop({ stripe })
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock })
  return { stripe, shop, eggs, body: orderBody([[eggs, 2]]) }
}

/** A hold whose buyer closed the page, and the event about it. */
async function aHoldLeftBehind() {
  const at = await aStripeShop()
  const buyer = aStripeBuyer(at.shop, at.stripe)
  await buyer.confirm(await buyer.createIntent(at.body))
  return { ...at, buyer, sent: sent(at.stripe, 'payment_intent.amount_capturable_updated') }
}

function sent({ events: all }: StandIn, type: string): Sent {
  const found = all.find((one) => one.type === type)
  if (!found) throw new Error(`Stripe did not tell of ${type}.`)
  return found
}

function post(
  shop: AShop,
  { payload, headers }: { payload: string | object; headers: Record<string, string> },
) {
  return shop.inject({ method: 'POST', url: WEBHOOK, payload, headers })
}

async function counts({ db }: AShop) {
  const rows = async (table: 'orders' | 'outbox' | 'refunds') =>
    (await db.selectFrom(table).selectAll().execute()).length
  const payments = await db.selectFrom('payments').select('state').execute()
  return {
    orders: await rows('orders'),
    mails: await rows('outbox'),
    payments: payments.map(({ state }) => state).sort(),
  }
}

describe('a signature', () => {
  type Spoil = (signed: SignedEvent, at: Date) => SignedEvent
  const json = { 'content-type': 'application/json' }
  const later = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000)
  const spoiled: [string, Spoil][] = [
    [
      'over another body',
      (signed) => ({ ...signed, payload: signed.payload.replace('usd', 'eur') }),
    ],
    [
      'over the same body written otherwise',
      (signed) => ({ ...signed, payload: JSON.stringify(JSON.parse(signed.payload), null, 1) }),
    ],
    ['by another secret', ({ payload }, at) => sign(payload, 'whsec_other', at)],
    ['of 301 seconds ago', ({ payload }, at) => sign(payload, WEBHOOK_SECRET, later(at, -301))],
    ['of 301 seconds from now', ({ payload }, at) => sign(payload, WEBHOOK_SECRET, later(at, 301))],
    ['of an hour from now', ({ payload }, at) => sign(payload, WEBHOOK_SECRET, later(at, 3600))],
    ['that is not there', ({ payload }) => ({ payload, headers: json })],
    [
      'of the test scheme v0',
      ({ payload, headers }) => ({
        payload,
        headers: {
          ...json,
          'stripe-signature': headers['stripe-signature']?.replace('v1=', 'v0=') ?? '',
        },
      }),
    ],
    [
      'without a time',
      ({ payload, headers }) => ({
        payload,
        headers: {
          ...json,
          'stripe-signature': headers['stripe-signature']?.replace(/^t=\d+,/, '') ?? '',
        },
      }),
    ],
    ['over nothing', (signed) => ({ ...signed, payload: '' })],
    ['over what is no JSON', (_, at) => sign('{"id":', WEBHOOK_SECRET, at)],
  ]

  test.skipIf(isShortOnPostgres())(
    'that is not Stripe’s own of now is refused however often it comes, and nothing moves',
    async () => {
      const { shop, stripe, sent } = await aHoldLeftBehind()
      for (const [how, spoil] of spoiled) {
        const forged = spoil(stripe.signed(sent, shop.clock.now), shop.clock.now)
        const refused = await Promise.all(Array.from({ length: 10 }, () => post(shop, forged)))
        expect(new Set(refused.map(({ statusCode }) => statusCode)), how).toEqual(new Set([400]))
        expect(await counts(shop), how).toEqual({ orders: 0, mails: 0, payments: ['open'] })
      }
    },
  )

  test.each([-299, 299])('of %d seconds from now is good', async (seconds) => {
    const { shop, sent } = await aHoldLeftBehind()
    const payload = JSON.stringify(eventOf(sent, shop.clock.now))
    expect(
      (await post(shop, sign(payload, WEBHOOK_SECRET, later(shop.clock.now, seconds)))).statusCode,
    ).toBe(200)
    expect((await counts(shop)).orders).toBe(1)
  })
})

test('a good event that comes a hundred times at once, beside the buyer’s own calls, makes one order, one mail and one capture', async () => {
  const { shop, stripe, buyer, body, sent } = await aHoldLeftBehind()
  const signed = stripe.signed(sent, shop.clock.now)
  const [answers, own] = await Promise.all([
    Promise.all(Array.from({ length: 100 }, () => post(shop, signed))),
    Promise.all([buyer.placeOrder(body), buyer.placeOrder(body)]),
  ])
  const allowed = inject('postgresUrl') ? [200, 503] : [200]
  const statuses = new Set(answers.map(({ statusCode }) => statusCode))
  expect([...statuses].filter((status) => !allowed.includes(status))).toEqual([])
  expect(own.map((answer) => answer.json().id)).toEqual([1, 1])
  expect((await post(shop, signed)).statusCode).toBe(200)
  expect(await counts(shop)).toEqual({ orders: 1, mails: 1, payments: ['captured'] })
  expect(stripe.events.filter(({ type }) => type === 'payment_intent.succeeded')).toHaveLength(1)
  expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
})

test('an event longer than any of Stripe’s is refused unread', async () => {
  const { shop } = await aStripeShop()
  const long = sign(
    JSON.stringify({ notes: 'x'.repeat(256 * 1024) }),
    WEBHOOK_SECRET,
    shop.clock.now,
  )
  expect((await post(shop, long)).statusCode).toBe(413)
})

test('a shop without Stripe has no webhook', async () => {
  const shop = await aShop()
  expect((await post(shop, sign('{}', WEBHOOK_SECRET, shop.clock.now))).statusCode).toBe(404)
})

describe('what is not ours is heard and left alone:', () => {
  test('live money in a test, a payment nobody knows, and what is no payment', async () => {
    const { shop, sent } = await aHoldLeftBehind()
    const unknown = { id: 'pi_x', object: 'payment_intent' }
    for (const event of [
      eventOf(sent, new Date(), { livemode: true }),
      eventOf({ type: 'payment_intent.succeeded', object: unknown }, new Date()),
      eventOf({ type: 'payout.paid', object: { id: 'po_1', object: 'payout' } }, new Date()),
    ]) {
      const signed = sign(JSON.stringify(event), WEBHOOK_SECRET, shop.clock.now)
      const answer = await post(shop, signed)
      expect([answer.statusCode, answer.json()]).toEqual([200, { received: true }])
      expect(await counts(shop)).toEqual({ orders: 0, mails: 0, payments: ['open'] })
    }
  })

  test('a payment of the shop whose books these are a copy of', async () => {
    const { shop, stripe, sent } = await aHoldLeftBehind()
    await write(shop.db, (tx) => tx.updateTable('payments').set({ intent_id: null }).execute())
    for (const intent of stripe.till.intents.values()) intent.metadata.shop = 'the one next door'
    expect((await deliver(shop, stripe, sent)).statusCode).toBe(200)
    expect(await counts(shop)).toEqual({ orders: 0, mails: 0, payments: ['open'] })
    expect(await shop.db.selectFrom('payments').select('intent_id').execute()).toEqual([
      { intent_id: null },
    ])
  })

  test('a payment of another shop with the same account', async () => {
    const { shop, stripe, body } = await aStripeShop()
    const neighbor = await aShop({ stripe })
    const eggs = await aProduct(neighbor.db, { price: 500 })
    await aStripeBuyer(neighbor, stripe).buy(orderBody([[eggs, 2]]))
    await aStripeBuyer(shop, stripe).createIntent(body)
    for (const one of stripe.events) expect((await deliver(shop, stripe, one)).statusCode).toBe(200)
    expect(await counts(shop)).toEqual({ orders: 0, mails: 0, payments: ['open'] })
  })
})

test('a buyer who closed the page after paying gets the order, and finds it on coming back', async () => {
  const { shop, stripe, buyer, body, sent } = await aHoldLeftBehind()
  expect((await deliver(shop, stripe, sent)).statusCode).toBe(200)
  expect(await counts(shop)).toEqual({ orders: 1, mails: 1, payments: ['captured'] })
  const order = {
    id: 1,
    paymentStatus: 'completed',
    testMode: true,
    receiptUrl: expect.stringMatching(/^\/o\//),
  }
  expect((await shop.inject({ url: `/api/checkouts/${buyer.checkout_key}` })).json()).toEqual(order)
  expect((await buyer.placeOrder(body)).json()).toEqual(order)
  expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
})

test('a hold whose goods are gone is released, and its buyer reads why', async () => {
  const { shop, stripe, eggs, buyer, body, sent } = await aHoldLeftBehind()
  await aStripeBuyer(shop, stripe).buy(orderBody([[eggs, 9]]))
  expect((await deliver(shop, stripe, sent)).statusCode).toBe(200)
  await shop.settled()
  expect(await counts(shop)).toMatchObject({ orders: 1, payments: ['canceled', 'captured'] })
  const refused = await buyer.placeOrder(body)
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'Only 1 left of Eggs.'])
  expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
})

test('a hold without a basket is left to its buyer', async () => {
  const { shop, stripe, body } = await aStripeShop()
  const buyer = aBareBuyer(shop)
  const { client_secret } = (await buyer.createIntent(body)).json()
  await aStripeBrowser(stripe).confirm(client_secret)
  const answer = await deliver(
    shop,
    stripe,
    sent(stripe, 'payment_intent.amount_capturable_updated'),
  )
  expect([answer.statusCode, await counts(shop)]).toEqual([
    200,
    { orders: 0, mails: 0, payments: ['open'] },
  ])
  expect((await buyer.placeOrder(body)).statusCode).toBe(201)
})

test('a hold that ended at Stripe ends the payment, and no order comes of it', async () => {
  const { shop, stripe } = await aHoldLeftBehind()
  const [intent] = stripe.till.intents.keys()
  stripe.till.cancel(intent ?? '')
  await deliver(shop, stripe, sent(stripe, 'payment_intent.amount_capturable_updated'))
  await deliver(shop, stripe, sent(stripe, 'payment_intent.canceled'))
  expect(await counts(shop)).toEqual({ orders: 0, mails: 0, payments: ['canceled'] })
})

test('a payment whose intent could not be stored is found by what Stripe kept of it', async () => {
  const { shop, stripe, sent } = await aHoldLeftBehind()
  await write(shop.db, (tx) => tx.updateTable('payments').set({ intent_id: null }).execute())
  await deliver(shop, stripe, sent)
  expect(await counts(shop)).toEqual({ orders: 1, mails: 1, payments: ['captured'] })
})

test('an intent whose card was refused three times is given up; an event that is told again counts once', async () => {
  const { stripe, shop, body } = await aStripeShop()
  const buyer = aStripeBuyer(shop, stripe, { card: 'pm_card_chargeDeclined' })
  const intent = await buyer.createIntent(body)
  const states = () => [...stripe.till.intents.values()].map(({ status }) => status)
  const deliverAll = async () => {
    for (const one of stripe.events) expect((await deliver(shop, stripe, one)).statusCode).toBe(200)
    await shop.settled()
  }
  await buyer.confirm(intent)
  await buyer.confirm(intent, 'pm_card_chargeDeclinedExpiredCard')
  for (const _ of [1, 2, 3]) await deliverAll()
  expect([states(), (await counts(shop)).payments]).toEqual([['requires_payment_method'], ['open']])
  await buyer.confirm(intent, 'pm_card_chargeDeclinedIncorrectCvc')
  await deliverAll()
  expect([states(), (await counts(shop)).payments]).toEqual([['canceled'], ['canceled']])
  const again = aStripeBuyer(shop, stripe, { key: buyer.checkout_key })
  expect((await again.buy(body)).statusCode).toBe(201)
})

test('a payment that is over keeps no hold, however late Stripe tells of it', async () => {
  const { shop, stripe, sent } = await aHoldLeftBehind()
  await write(shop.db, (tx) => tx.updateTable('payments').set({ state: 'canceled' }).execute())
  await deliver(shop, stripe, sent)
  expect([...stripe.till.intents.values()].map(({ status }) => status)).toEqual(['canceled'])
})

test('an error of the shop’s own is answered so that Stripe tells again', async () => {
  const { shop, stripe, sent } = await aHoldLeftBehind()
  stripe.faults.push({ kind: 'busy', on: /^GET/ })
  expect((await deliver(shop, stripe, sent)).statusCode).toBe(500)
  expect((await deliver(shop, stripe, sent)).statusCode).toBe(200)
  expect((await counts(shop)).orders).toBe(1)
})

test('a capture without a clear answer keeps the order, and Stripe is asked to tell again until it is clear', async () => {
  const { shop, stripe, sent } = await aHoldLeftBehind()
  for (const _ of [1, 2]) {
    stripe.faults.push({ kind: 'busy', on: /capture$/ })
    expect((await deliver(shop, stripe, sent)).statusCode).toBe(500)
    expect(await counts(shop)).toEqual({ orders: 1, mails: 0, payments: ['capturing'] })
  }
  expect((await deliver(shop, stripe, sent)).statusCode).toBe(200)
  expect(await counts(shop)).toEqual({ orders: 1, mails: 1, payments: ['captured'] })
})

test('a dispute is flagged on its order, once', async () => {
  const { shop, stripe, body } = await aStripeShop()
  await aStripeBuyer(shop, stripe).buy(body)
  const [intent = ''] = stripe.till.intents.keys()
  stripe.till.dispute(intent)
  const dispute = sent(stripe, 'charge.dispute.created')
  const flags = () => shop.db.selectFrom('orders').select('disputed_at').execute()
  await deliver(shop, stripe, dispute)
  const first = await flags()
  shop.clock.now = new Date(shop.clock.now.getTime() + 1000)
  await deliver(shop, stripe, dispute)
  expect(first).toEqual([{ disputed_at: '2026-11-18T18:00:00.000Z' }])
  expect(await flags()).toEqual(first)
  const history = shop.db.selectFrom('audit').select('action').where('subject', '=', 'order:1')
  expect(await history.execute()).toEqual([{ action: 'disputed' }])
})

describe('a refund', () => {
  test('that the owner made at Stripe is counted and told to the customer once, and a cancel gives back only the rest', async () => {
    const { shop, stripe, body } = await aStripeShop()
    await aStripeBuyer(shop, stripe).buy(body)
    const [intent = ''] = stripe.till.intents.keys()
    stripe.till.refund({ payment_intent: intent, amount: 400 })
    const refunded = sent(stripe, 'refund.created')
    const answers = await Promise.all([1, 2, 3].map(() => deliver(shop, stripe, refunded)))
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200])
    expect(await shop.db.selectFrom('outbox').select('kind').orderBy('id').execute()).toEqual([
      { kind: 'order_confirmed' },
      { kind: 'refunded' },
    ])
    const farmer = atSettledDesk(shop)
    expect((await farmer('GET', '/api/orders')).json()[0].paymentStatus).toBe('partially_refunded')
    const cancelled = await farmer('PUT', '/api/orders/1/status', { status: 'cancelled' })
    expect(cancelled.json().paymentStatus).toBe('refunded')
    expect(stripe.till.refundsOf(intent).map(({ amount }) => amount)).toEqual([600, 400])
    expect(await whatIsWrongAtStripe(shop, stripe)).toEqual([])
  })

  test('that the bank sends back counts no longer', async () => {
    const { shop, stripe, body } = await aStripeShop()
    await aStripeBuyer(shop, stripe).buy(body)
    const farmer = atSettledDesk(shop)
    await farmer('PUT', '/api/orders/1/status', { status: 'cancelled' })
    const [intent = ''] = stripe.till.intents.keys()
    stripe.till.failRefund(stripe.till.refundsOf(intent)[0]?.id ?? '')
    await deliver(shop, stripe, sent(stripe, 'refund.failed'))
    expect((await farmer('GET', '/api/orders')).json()[0].paymentStatus).toBe('completed')
  })
})
