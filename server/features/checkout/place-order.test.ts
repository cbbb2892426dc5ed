import { describe, expect, test } from 'vitest'
import { aBareBuyer, aKeyedBuyer, BY_DELIVERY, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { whatIsWrong } from '#tests/books.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { stockOf } from '#tests/shop-rows.ts'
import { standingOf } from '#tests/standing.ts'

async function aSale(fields: Parameters<typeof aProduct>[1] = {}) {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, fields)
  return { shop, eggs, body: orderBody([[eggs, 1]]) }
}

describe.each([
  ['the bare payloads of the specification', aBareBuyer],
  ['a checkout key and a basket', aKeyedBuyer],
])('with %s', (_, aBuyer) => {
  test('an order takes the stock, keeps what was agreed, and captures exactly its total', async () => {
    const { shop, eggs } = await aSale({ name: 'Eggs', price: 500, stock: 10 })
    const bagels = await aProduct(shop.db, { name: 'Bagels', price: 750, stock: 4 })
    const body = orderBody([
      [eggs, 2],
      [bagels, 4],
    ])
    const answer = await aBuyer(shop).buy(body)
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toEqual({
      id: 1,
      paymentStatus: 'completed',
      testMode: true,
      receiptUrl: expect.stringMatching(/^\/o\/[\w-]{22}$/),
    })
    expect([await stockOf(shop, eggs.id), await stockOf(shop, bagels.id)]).toEqual([8, 0])
    const payment = await shop.db.selectFrom('payments').selectAll().executeTakeFirstOrThrow()
    expect(payment).toMatchObject({
      state: 'captured',
      amount_cents: 4000,
      captured_cents: 4000,
      order_id: 1,
    })
    const mails = await shop.db.selectFrom('outbox').select(['kind', 'recipient']).execute()
    expect(mails).toEqual([{ kind: 'order_confirmed', recipient: 'ada@example.com' }])
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('the same call again answers the same order and takes nothing more', async () => {
    const { shop, eggs, body } = await aSale()
    const buyer = aBuyer(shop)
    await buyer.buy(body)
    const again = await Promise.all([
      buyer.placeOrder(body),
      buyer.placeOrder(body),
      buyer.buy(body),
    ])
    expect(again.map((answer) => answer.json().id)).toEqual([1, 1, 1])
    await shop.settled()
    expect(await stockOf(shop, eggs.id)).toBe(9)
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('twenty taps at once make one order', async () => {
    const { shop, eggs, body } = await aSale()
    const buyer = aBuyer(shop)
    const intent = await buyer.createIntent(body)
    if ('confirm' in buyer) await buyer.confirm(intent)
    const answers = await Promise.all(Array.from({ length: 20 }, () => buyer.placeOrder(body)))
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.json().id}`))).toEqual(
      new Set(['201 1']),
    )
    expect(await stockOf(shop, eggs.id)).toBe(9)
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('who is overtaken while paying gets a clear no, and the hold on their card is released', async () => {
    const { shop, eggs } = await aSale({ name: 'Farm Eggs', stock: 3 })
    const late = aBuyer(shop)
    const intent = await late.createIntent(orderBody([[eggs, 3]]))
    if ('confirm' in late) await late.confirm(intent)
    await aBuyer(shop).buy(orderBody([[eggs, 1]]))
    const refused = await late.placeOrder(orderBody([[eggs, 3]]))
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Only 2 left of Farm Eggs.'])
    await shop.settled()
    expect((await standingOf(shop.db)).holds).toEqual(['canceled', 'succeeded'])
    expect(await stockOf(shop, eggs.id)).toBe(2)
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('a declined card is told in the provider’s words, and nothing is stored but the ended attempt', async () => {
    const { shop, eggs, body } = await aSale()
    const buyer = aBuyer(shop, 'pm_card_visa_chargeDeclinedInsufficientFunds')
    const intent = await buyer.createIntent(body)
    const refused =
      'confirm' in buyer ? (await buyer.confirm(intent)).json().error.message : intent.json().error
    expect(refused).toBe('Your card has insufficient funds.')
    expect((await buyer.placeOrder(body)).statusCode).toBe(402)
    expect(await stockOf(shop, eggs.id)).toBe(10)
    expect(await shop.db.selectFrom('orders').selectAll().execute()).toEqual([])
  })

  test('an order without a payment is refused with 402 and a message', async () => {
    const { shop, eggs } = await aSale()
    const refused = await aBuyer(shop).placeOrder(orderBody([[eggs, 1]]))
    expect([refused.statusCode, typeof refused.json().message]).toEqual([402, 'string'])
  })

  test('delivery is refused below twenty dollars and costs five from there', async () => {
    const { shop, eggs } = await aSale({ price: 500, stock: 50 })
    const small = await aBuyer(shop).buy(orderBody([[eggs, 3]], BY_DELIVERY))
    expect(small.statusCode).toBe(409)
    const enough = await aBuyer(shop).buy(orderBody([[eggs, 4]], BY_DELIVERY))
    expect(enough.statusCode).toBe(201)
    const order = await shop.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
    expect(order).toMatchObject({
      subtotal_cents: 2000,
      delivery_cents: 500,
      total_cents: 2500,
      pickup_date: null,
    })
    expect(order.shipping_address).toEqual(BY_DELIVERY.shippingAddress)
  })

  const crowd = IS_LONG ? 200 : 60
  test(`${crowd} buyers at once for 50 units get exactly 50`, { timeout: 60_000 }, async () => {
    const { shop, eggs } = await aSale({ stock: 50 })
    const answers = await Promise.all(
      Array.from({ length: crowd }, () => aBuyer(shop).buy(orderBody([[eggs, 1]]))),
    )
    await shop.settled()
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(50)
    expect(answers.filter((answer) => answer.statusCode === 409)).toHaveLength(crowd - 50)
    expect(await stockOf(shop, eggs.id)).toBe(0)
    expect(await whatIsWrong(shop.db)).toEqual([])
  })
})

describe('a lie', () => {
  test.each([
    ['about the total', { total: 0.5 }],
    ['about the total, as text', { total: '1.00' }],
  ])('%s is refused and takes nothing', async (_, lie) => {
    const { shop, eggs } = await aSale()
    const buyer = aBareBuyer(shop)
    await buyer.createIntent(orderBody([[eggs, 1]]))
    const refused = await buyer.placeOrder(orderBody([[eggs, 1]], lie))
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'Prices have changed: the total is now $5.00.',
    ])
    expect(await stockOf(shop, eggs.id)).toBe(10)
  })

  test('about a price is refused', async () => {
    const { shop, eggs } = await aSale()
    const buyer = aBareBuyer(shop)
    await buyer.createIntent(orderBody([[eggs, 1]]))
    const refused = await buyer.placeOrder(orderBody([[{ ...eggs, price: 0.01 }, 1]], { total: 5 }))
    expect(refused.statusCode).toBe(409)
  })

  test('about the amount holds less than the order costs, and the order is refused', async () => {
    const { shop, eggs } = await aSale()
    const buyer = aBareBuyer(shop)
    await buyer.createIntent(orderBody([[eggs, 1]]))
    const refused = await buyer.placeOrder(orderBody([[eggs, 5]]))
    expect(refused.statusCode).toBe(409)
    expect(
      (await aKeyedBuyer(shop).createIntent(orderBody([[eggs, 5]]), { amount: 500 })).statusCode,
    ).toBe(409)
  })

  test('of another visitor’s payment does not help', async () => {
    const { shop, body } = await aSale()
    await aBareBuyer(shop).createIntent(body)
    expect((await aBareBuyer(shop).placeOrder(body)).statusCode).toBe(402)
    expect(
      (
        await shop.inject({
          method: 'POST',
          url: '/api/orders',
          payload: { ...body, checkout_key: crypto.randomUUID() },
        })
      ).statusCode,
    ).toBe(402)
  })
})

describe('one cart', () => {
  test('with another body after its order was placed is told the order', async () => {
    const { shop, eggs } = await aSale()
    const buyer = aKeyedBuyer(shop)
    await buyer.buy(orderBody([[eggs, 1]]))
    const refused = await buyer.createIntent(orderBody([[eggs, 2]]))
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      expect.stringContaining('Order #1 was already placed'),
    ])
    expect((await buyer.placeOrder(orderBody([[eggs, 2]]))).statusCode).toBe(409)
    const known = await shop.inject({ url: `/api/checkouts/${buyer.checkout_key}` })
    expect(known.json()).toEqual({
      id: 1,
      paymentStatus: 'completed',
      testMode: true,
      receiptUrl: expect.stringMatching(/^\/o\/[\w-]{22}$/),
    })
  })

  test('paid with two cards at once has one live payment, and the other hold is released', async () => {
    const { shop, body } = await aSale()
    const first = aKeyedBuyer(shop)
    const second = aKeyedBuyer(shop, 'pm_card_mastercard', first.checkout_key)
    const intents = await Promise.all([first.createIntent(body), second.createIntent(body)])
    for (const intent of intents) if (intent.statusCode === 200) await first.confirm(intent)
    await shop.settled()
    const placed = await first.placeOrder(body)
    expect(placed.statusCode).toBe(201)
    await shop.settled()
    const live = await shop.db
      .selectFrom('payments')
      .select('state')
      .where('state', '!=', 'canceled')
      .execute()
    expect(live).toEqual([{ state: 'captured' }])
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('can be tried again with another card after a decline', async () => {
    const { shop, body } = await aSale()
    const declined = aKeyedBuyer(shop, 'pm_card_chargeDeclined')
    await declined.confirm(await declined.createIntent(body))
    const paid = await aKeyedBuyer(shop, 'pm_card_visa', declined.checkout_key).buy(body)
    expect(paid.statusCode).toBe(201)
    await shop.settled()
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('keeps the price it was quoted when the farmer changes it meanwhile', async () => {
    const { shop, eggs, body } = await aSale({ price: 500 })
    const buyer = aKeyedBuyer(shop)
    const intent = await buyer.createIntent(body)
    await buyer.confirm(intent)
    await atSettledDesk(shop)('PUT', `/api/products/${eggs.id}`, { price: 9 })
    expect((await buyer.placeOrder(body)).statusCode).toBe(201)
    const stale = await aKeyedBuyer(shop).createIntent(body)
    expect([stale.statusCode, stale.json().error]).toEqual([
      409,
      'Prices have changed: the total is now $9.00.',
    ])
  })

  test('with a product that left the shop is refused', async () => {
    const { shop, eggs, body } = await aSale()
    const buyer = aKeyedBuyer(shop)
    await buyer.confirm(await buyer.createIntent(body))
    await aKeyedBuyer(shop).buy(body)
    await atSettledDesk(shop)('DELETE', `/api/products/${eggs.id}`)
    const refused = await buyer.placeOrder(body)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'product-gone'])
    await shop.settled()
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('with 3-D Secure is paid only after its owner agreed', async () => {
    const { shop, body } = await aSale()
    const buyer = aKeyedBuyer(shop, 'pm_card_authenticationRequired')
    const intent = await buyer.createIntent(body)
    expect((await buyer.confirm(intent)).json()).toEqual({ status: 'requires_action' })
    expect((await buyer.placeOrder(body)).statusCode).toBe(402)
    const { client_secret } = intent.json()
    const url = '/api/payments/sandbox/authenticate'
    const agreed = await shop.inject({
      method: 'POST',
      url,
      payload: { client_secret, outcome: 'complete' },
    })
    expect(agreed.json()).toEqual({ status: 'requires_capture' })
    expect((await buyer.placeOrder(body)).statusCode).toBe(201)
  })
})

test('a buyer who asks how it ended, while nothing is held, is charged nothing by a bank that says yes later', async () => {
  const { shop, body } = await aSale()
  const buyer = aKeyedBuyer(shop)
  const intent = await buyer.createIntent(body)
  const url = `/api/checkouts/${buyer.checkout_key}/resume`
  expect((await shop.inject({ method: 'POST', url })).json()).toBeNull()
  await shop.settled()
  expect((await buyer.confirm(intent)).statusCode).toBe(409)
  expect((await buyer.placeOrder(body)).statusCode).toBe(402)
  expect((await aKeyedBuyer(shop, undefined, buyer.checkout_key).buy(body)).statusCode).toBe(201)
  expect(await whatIsWrong(shop.db)).toEqual([])
})
