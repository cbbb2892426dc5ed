import { describe, expect, test } from 'vitest'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct } from '#tests/a-shop.ts'
import { aTroubledShop, silence } from '#tests/a-troubled-shop.ts'
import { whatIsWrong } from '#tests/books.ts'

describe('a hold that is gone before it could be captured', () => {
  test('keeps no order, gives the stock back, says so, and the same cart can pay again', async () => {
    const { shop, body, calm, provider, standing } = await aTroubledShop()
    provider({
      capture: async (intentId, key) => {
        await calm.cancel(intentId, 'the bank')
        return calm.capture(intentId, key)
      },
    })
    const buyer = aKeyedBuyer(shop)
    const refused = await buyer.buy(body)
    expect([refused.statusCode, refused.json().code]).toEqual([402, 'payment-lapsed'])
    expect(await standing()).toMatchObject({
      orders: ['cancelled'],
      payments: ['canceled'],
      refunds: [],
      stock: 10,
    })
    const mails = await shop.db.selectFrom('outbox').select('kind').execute()
    expect(mails).toEqual([{ kind: 'order_failed' }])
    provider({})
    expect((await buyer.buy(body)).statusCode).toBe(201)
    expect((await standing()).stock).toBe(7)
    expect(await whatIsWrong(shop.db)).toEqual([])
  })
})

describe('a capture without an answer', () => {
  test('leaves the order standing, and a cancel gives back money that was taken after all', async () => {
    const { shop, body, calm, provider, cancel, standing } = await aTroubledShop()
    provider({
      capture: async (intentId, key) => {
        await calm.capture(intentId, key)
        return silence()
      },
    })
    const answer = await aKeyedBuyer(shop).buy(body)
    expect([answer.statusCode, answer.json().paymentStatus]).toEqual([201, 'authorized'])
    expect(await standing()).toMatchObject({
      orders: ['pending'],
      payments: ['capturing'],
      stock: 7,
    })
    expect((await cancel(1)).json()).toMatchObject({ paymentStatus: 'refunded' })
    expect(await standing()).toMatchObject({
      orders: ['cancelled'],
      payments: ['captured'],
      refunds: ['1500 succeeded'],
      stock: 10,
    })
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('and without the capture is released by a cancel, with no refund', async () => {
    const { shop, body, provider, cancel, standing } = await aTroubledShop()
    provider({ capture: silence })
    expect((await aKeyedBuyer(shop).buy(body)).json().paymentStatus).toBe('authorized')
    expect((await cancel(1)).json()).toMatchObject({ paymentStatus: 'failed' })
    expect(await standing()).toMatchObject({
      orders: ['cancelled'],
      payments: ['canceled'],
      refunds: [],
      stock: 10,
    })
    expect(await whatIsWrong(shop.db)).toEqual([])
  })
})

test('a cancel by the farmer during the capture gives the money back', async () => {
  const { shop, body, calm, provider, cancel, standing } = await aTroubledShop()
  provider({
    cancel: silence,
    capture: async (intentId, key) => {
      await cancel(1)
      return calm.capture(intentId, key)
    },
  })
  expect((await aKeyedBuyer(shop).buy(body)).json()).toMatchObject({
    id: 1,
    paymentStatus: 'refunded',
  })
  expect(await standing()).toMatchObject({
    orders: ['cancelled'],
    payments: ['captured'],
    refunds: ['1500 succeeded'],
    stock: 10,
  })
  expect(await whatIsWrong(shop.db)).toEqual([])
})

describe('a payment that is not what it seems is refused, and its hold released:', () => {
  test.each([
    ['another amount', { amount: 1 as never }],
    ['another currency', { currency: 'jpy' }],
    ['live money in a test', { livemode: true }],
    ['another shop', { metadata: { shop: 'the one next door' } }],
  ])('%s', async (_, seeming) => {
    const { shop, body, calm, provider, standing } = await aTroubledShop()
    provider({ retrieve: async (intentId) => ({ ...(await calm.retrieve(intentId)), ...seeming }) })
    const buyer = aKeyedBuyer(shop)
    await buyer.confirm(await buyer.createIntent(body))
    const refused = await buyer.placeOrder(body)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'payment-mismatch'])
    expect(await standing()).toMatchObject({
      orders: [],
      payments: ['canceled'],
      refunds: [],
      stock: 10,
    })
  })
})

test('a payment for one basket does not pay for another of the same price', async () => {
  const { shop, body } = await aTroubledShop()
  const ducks = await aProduct(shop.db, { name: 'Duck Eggs', price: 500 })
  const buyer = aKeyedBuyer(shop)
  await buyer.confirm(await buyer.createIntent(body))
  const refused = await buyer.placeOrder(orderBody([[ducks, 3]]))
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'payment-mismatch'])
  expect((await buyer.placeOrder(body)).statusCode).toBe(201)
})

test('who was refused reads the same refusal again, though the stock is back', async () => {
  const { shop, eggs, body, cancel } = await aTroubledShop()
  const late = aKeyedBuyer(shop)
  await late.confirm(await late.createIntent(body))
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 8]]))
  const first = await late.placeOrder(body)
  await shop.settled()
  await cancel(1)
  const again = await late.placeOrder(body)
  expect(first.json().message).toBe('Only 2 left of Eggs.')
  expect([again.statusCode, again.json()]).toEqual([409, first.json()])
  expect((await late.buy(body)).statusCode).toBe(201)
})

test('two cards for one and the same bare order, the second placed while the first is being looked at, make one order', async () => {
  const { shop, body, calm, provider, standing } = await aTroubledShop()
  const buyer = aBareBuyer(shop)
  await buyer.createIntent(body)
  let first = true
  provider({
    retrieve: async (intentId) => {
      const intent = await calm.retrieve(intentId)
      if (!first) return intent
      first = false
      shop.clock.now = new Date(shop.clock.now.getTime() + 1000)
      await buyer.createIntent(body, undefined, 'pm_card_mastercard')
      expect((await buyer.placeOrder(body)).json().id).toBe(1)
      return intent
    },
  })
  expect((await buyer.placeOrder(body)).json().id).toBe(1)
  expect(await standing()).toMatchObject({ orders: ['pending'], stock: 7 })
  expect(await whatIsWrong(shop.db)).toEqual([])
})

test('a provider that does not answer at all is told as a pause, and the next try works', async () => {
  const { shop, body, provider } = await aTroubledShop()
  provider({ createIntent: silence })
  const buyer = aKeyedBuyer(shop)
  const refused = await buyer.createIntent(body)
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '5'])
  provider({})
  shop.clock.now = new Date(shop.clock.now.getTime() + 5000)
  expect((await buyer.buy(body)).statusCode).toBe(201)
  await shop.settled()
  expect(await whatIsWrong(shop.db)).toEqual([])
})

test.each(['keyed', 'bare'])(
  'a %s call that is overtaken by its twin while it reads the payment answers the same order',
  async (kind) => {
    const { shop, body, calm, provider, standing } = await aTroubledShop()
    const buyer = kind === 'keyed' ? aKeyedBuyer(shop) : aBareBuyer(shop)
    const intent = await buyer.createIntent(body)
    if ('confirm' in buyer) await buyer.confirm(intent)
    let first = true
    provider({
      retrieve: async (intentId) => {
        if (first) {
          first = false
          expect((await buyer.placeOrder(body)).json().id).toBe(1)
        }
        return calm.retrieve(intentId)
      },
    })
    const answer = await buyer.placeOrder(body)
    expect([answer.statusCode, answer.json().id]).toEqual([201, 1])
    expect(await standing()).toMatchObject({ orders: ['pending'], stock: 7 })
  },
)
