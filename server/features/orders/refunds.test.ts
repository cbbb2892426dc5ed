import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { ProviderFailure, ProviderRefusal } from '#server/outside/payment-provider.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct } from '#tests/a-shop.ts'
import { aTroubledShop, silence } from '#tests/a-troubled-shop.ts'
import { whatIsWrong } from '#tests/books.ts'
import { IS_LONG } from '#tests/length-of-run.ts'
import { checkBooks } from '../books/check-books.ts'
import { reconcilePayment } from '../checkout/reconcile.ts'

/** A paid order of three eggs at $5 each; there were ten. */
async function aPaidOrder() {
  const its = await aTroubledShop()
  await aKeyedBuyer(its.shop).buy(its.body)
  const refund = (payload: object, id = 1) =>
    its.desk('POST', `/api/orders/${id}/refunds`, { reason: 'One was cracked', ...payload })
  const order = async () => (await its.desk('GET', '/api/orders')).json().at(-1)
  const balance = async () => [await checkBooks(its.shop.db), await whatIsWrong(its.shop.db)]
  return { ...its, refund, order, balance }
}

describe('a part of the money', () => {
  test('is given back with its reason, and the order says so', async () => {
    const { shop, refund, order, standing, balance } = await aPaidOrder()
    const answer = await refund({ amount: 5 })
    expect(answer.statusCode).toBe(201)
    const given = { amount: 5, reason: 'One was cracked', state: 'succeeded', error: null }
    expect(answer.json()).toMatchObject(given)
    expect(await order()).toMatchObject({ paymentStatus: 'partially_refunded', refunds: [given] })
    const secret = (await order()).receiptUrl.split('/').at(-1)
    const receipt = await shop.inject({ url: `/api/receipts/${secret}` })
    expect(receipt.json()).toMatchObject({
      paymentStatus: 'partially_refunded',
      total: 15,
      refunded: 5,
    })
    expect(await standing()).toMatchObject({ stock: 7, mails: ['order_confirmed', 'refunded'] })
    expect(await balance()).toEqual([[], []])
  })

  test('never exceeds what was taken, however many ask at once', async () => {
    const { refund, standing, balance } = await aPaidOrder()
    const answers = await Promise.all(Array.from({ length: 8 }, () => refund({ amount: 4 })))
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(3)
    const [refused] = answers.filter((answer) => answer.statusCode !== 201)
    expect([refused?.statusCode, refused?.body]).toEqual([
      409,
      'Only $3.00 of this order is left to refund.',
    ])
    expect((await standing()).refunds).toEqual(['400 succeeded', '400 succeeded', '400 succeeded'])
    expect(await balance()).toEqual([[], []])
  })

  test('under an id that is known is given once; with another amount it is refused, and nothing moves', async () => {
    const { refund, standing } = await aPaidOrder()
    const id = crypto.randomUUID()
    const restock = [{ productId: 1, quantity: 1 }]
    const first = await refund({ id, amount: 5, restock })
    const before = await standing()
    expect(before).toMatchObject({ refunds: ['500 succeeded'], stock: 8 })
    for (const other of [4.99, 5.01, 15]) {
      const refused = await refund({ id, amount: other, restock: true })
      expect([refused.statusCode, refused.body]).toEqual([
        409,
        'This refund was already requested, with $5.00. Please check the order.',
      ])
      expect(await standing()).toEqual(before)
    }
    const again = await refund({ id, amount: 5, restock })
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect(await standing()).toEqual(before)
  })

  test('is refused when it makes no sense, and nothing moves', async () => {
    const { refund, standing } = await aPaidOrder()
    const two = { productId: 1, quantity: 2 }
    for (const [payload, status] of [
      [{ amount: 0 }, 400],
      [{ amount: 1.005 }, 400],
      [{ amount: 5, reason: ' ' }, 400],
      [{ amount: 5, restock: [{ productId: 1, quantity: 0 }] }, 400],
      [{ amount: 5, restock: [{ productId: 1, quantity: 4 }] }, 409],
      [{ amount: 5, restock: [{ productId: 99, quantity: 1 }] }, 409],
      [{ amount: 5, restock: [two, two] }, 409],
      [{ amount: 15.01 }, 409],
    ] as const) {
      expect((await refund(payload)).statusCode, JSON.stringify(payload)).toBe(status)
      expect(await standing()).toMatchObject({ refunds: [], stock: 7 })
    }
  })

  test('of an order that is not there, or whose money was not taken, is refused', async () => {
    const { shop, body, refund, provider } = await aPaidOrder()
    expect((await refund({ amount: 1 }, 9)).statusCode).toBe(404)
    provider({ capture: silence })
    await aKeyedBuyer(shop).buy(body)
    const refused = await refund({ amount: 1 }, 2)
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'This order was never charged, so there is nothing to refund.',
    ])
  })
})

describe('goods that come back with a refund', () => {
  test('are all that is out when it is asked for simply so, and nothing when the order is cancelled', async () => {
    const { refund, cancel, standing, balance, desk } = await aPaidOrder()
    await refund({ amount: 5, restock: [{ productId: 1, quantity: 1 }] })
    await refund({ amount: 1, restock: true })
    expect((await standing()).stock).toBe(10)
    await cancel(1)
    expect((await standing()).stock).toBe(10)
    await desk('PUT', '/api/orders/1/status', { status: 'pending' })
    expect((await standing()).stock).toBe(10)
    expect(await balance()).toEqual([[], []])
  })

  test('may be some of what was shipped, and a cancellation of that order brings nothing more', async () => {
    const { refund, cancel, desk, standing, balance } = await aPaidOrder()
    await desk('PUT', '/api/orders/1/status', { status: 'delivered' })
    await refund({ amount: 5, restock: [{ productId: 1, quantity: 2 }] })
    await cancel(1)
    expect((await standing()).stock).toBe(9)
    expect(await balance()).toEqual([[], []])
  })
})

test('a refund that the owner made at the provider is written down as it is told there, and never sent', async () => {
  const { shop, provider, round, order, balance } = await aPaidOrder()
  const remote = { id: 're_owner', amount: 400 as Cents, metadata: {} }
  const { id } = await shop.db.selectFrom('payments').select('id').executeTakeFirstOrThrow()
  provider({ listRefunds: async () => [{ ...remote, status: 'pending' }], refund: silence })
  await reconcilePayment(shop.shop, id)
  expect((await order()).refunds).toMatchObject([{ amount: 4, state: 'pending' }])
  provider({ listRefunds: async () => [{ ...remote, status: 'succeeded' }], refund: silence })
  await round()
  expect(await order()).toMatchObject({
    paymentStatus: 'partially_refunded',
    refunds: [{ amount: 4, state: 'succeeded' }],
  })
  expect(await balance()).toEqual([[], []])
})

describe('a cancel while a part is on its way', () => {
  test('gives back the remainder, and both arrive', async () => {
    const { refund, cancel, provider, round, standing, balance } = await aPaidOrder()
    provider({ refund: silence })
    expect((await refund({ amount: 4 })).json().state).toBe('requested')
    await cancel(1)
    expect((await standing()).refunds).toEqual(['1100 requested', '400 requested'])
    provider({})
    await round()
    expect(await standing()).toMatchObject({
      refunds: ['1100 succeeded', '400 succeeded'],
      stock: 10,
    })
    expect(await balance()).toEqual([[], []])
  })
})

describe('a refund that fails', () => {
  const no = async () => {
    throw new ProviderRefusal(
      'state',
      'insufficient_funds',
      'Your account has too little money for this refund.',
    )
  }

  test('is shown with the provider’s reason, its money is free again, and a retry sends it', async () => {
    const { refund, order, desk, provider, standing, balance } = await aPaidOrder()
    provider({ refund: no })
    const { id } = (await refund({ amount: 15, restock: true })).json()
    expect((await order()).refunds).toMatchObject([
      { state: 'failed', error: 'Your account has too little money for this refund.' },
    ])
    expect((await desk('GET', '/api/admin/notices')).json().failedRefunds).toBe(1)
    provider({})
    const again = await desk('POST', `/api/refunds/${id}/retry`)
    expect([again.statusCode, again.json()]).toMatchObject([
      200,
      { id, state: 'succeeded', error: null },
    ])
    expect((await desk('POST', `/api/refunds/${id}/retry`)).json().state).toBe('succeeded')
    expect(await standing()).toMatchObject({ refunds: ['1500 succeeded'], stock: 10 })
    expect(await balance()).toEqual([[], []])
  })

  test('is not retried when its money went back otherwise', async () => {
    const { refund, desk, provider } = await aPaidOrder()
    provider({ refund: no })
    const { id } = (await refund({ amount: 15 })).json()
    provider({})
    await refund({ amount: 1 })
    const refused = await desk('POST', `/api/refunds/${id}/retry`)
    expect([refused.statusCode, refused.body]).toEqual([
      409,
      'Only $14.00 of this order is left to refund.',
    ])
  })

  test('at the bank after it was accepted is shown, and its retry is another call to the provider', async () => {
    const { shop, refund, desk, calm, provider, round, order, standing } = await aPaidOrder()
    const keys: string[] = []
    const made: {
      id: string
      amount: never
      status: 'failed'
      metadata: Record<string, string>
    }[] = []
    provider({
      refund: async ({ amount, metadata }, key) => {
        keys.push(key)
        made.push({ id: `re_${made.length}`, amount: amount as never, status: 'failed', metadata })
        return { id: `re_${made.length - 1}`, amount, status: 'pending', metadata }
      },
      listRefunds: async () => made,
    })
    const { id } = (await refund({ amount: 5 })).json()
    expect((await order()).refunds).toMatchObject([{ state: 'pending' }])
    await round()
    expect((await order()).refunds).toMatchObject([
      { state: 'failed', error: 'The card’s bank rejected the refund.' },
    ])
    provider({
      refund: async (wanted, key) => {
        keys.push(key)
        return calm.refund(wanted, key)
      },
      listRefunds: async (intentId) => [...made, ...(await calm.listRefunds(intentId))],
    })
    expect((await desk('POST', `/api/refunds/${id}/retry`)).json().state).toBe('succeeded')
    await round()
    expect((await order()).refunds).toMatchObject([{ state: 'succeeded', error: null }])
    expect(keys).toEqual([`rf:${id}:0`, `rf:${id}:retry1:0`])
    await reconcilePayment(
      shop.shop,
      (await shop.db.selectFrom('payments').select('id').executeTakeFirstOrThrow()).id,
    )
    expect((await order()).refunds).toMatchObject([{ state: 'succeeded', error: null }])
    expect((await standing()).mails).toEqual(['order_confirmed', 'refunded'])
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('because the provider broke down is asked under another key, and not when it was done', async () => {
    for (const isDone of [false, true]) {
      const { refund, calm, provider, standing } = await aPaidOrder()
      let calls = 0
      provider({
        refund: async (wanted, key) => {
          calls++
          if (isDone) await calm.refund(wanted, key)
          if (key.endsWith(':0')) throw new ProviderFailure('500')
          return calm.refund(wanted, key)
        },
      })
      expect((await refund({ amount: 5 })).json().state).toBe('succeeded')
      expect([calls, (await standing()).refunds]).toEqual([isDone ? 1 : 2, ['500 succeeded']])
    }
  })

  test('because all was given back already, though nothing says so, is shown and told to nobody', async () => {
    const { refund, provider, standing } = await aPaidOrder()
    provider({
      refund: async () => {
        throw new ProviderRefusal('state', 'charge_already_refunded', 'Already.')
      },
    })
    expect((await refund({ amount: 15 })).json()).toMatchObject({
      state: 'failed',
      error: 'Already.',
    })
    expect((await standing()).mails).toEqual(['order_confirmed'])
  })

  test('as no more is left than the owner gave back at the provider leaves theirs alone', async () => {
    const { refund, provider, standing, balance } = await aPaidOrder()
    const remote = {
      id: 're_owner',
      amount: 1500 as Cents,
      status: 'succeeded' as const,
      metadata: {},
    }
    let listed: (typeof remote)[] = []
    const refuse = async () => {
      listed = [remote]
      throw new ProviderRefusal('state', 'charge_already_refunded', 'Already.')
    }
    provider({ listRefunds: async () => listed, refund: refuse })
    const answer = await refund({ amount: 4 })
    expect([answer.statusCode, answer.body]).toEqual([
      409,
      'This was already refunded at the card provider.',
    ])
    expect(await standing()).toMatchObject({
      refunds: ['1500 succeeded'],
      mails: ['order_confirmed', 'refunded'],
    })
    expect(await balance()).toEqual([[], []])
  })
})

test('what came back of an order that is canceled comes back once, also where it is reopened', async () => {
  const { refund, cancel, desk, standing, balance } = await aPaidOrder()
  await refund({ amount: 5, restock: [{ productId: 1, quantity: 1 }] })
  await cancel(1)
  expect((await standing()).stock).toBe(10)
  await desk('PUT', '/api/orders/1/status', { status: 'processing' })
  expect([(await standing()).stock, await balance()]).toEqual([8, [[], []]])
})

test('whatever the farmer refunds, restocks, ships and cancels, the books balance at every step', async () => {
  const step = fc.oneof(
    fc.record({
      amount: fc.integer({ min: 1, max: 20 }),
      restock: fc.oneof(
        fc.boolean(),
        fc.array(
          fc.record({ productId: fc.constantFrom(1, 2), quantity: fc.integer({ min: 1, max: 3 }) }),
          {
            maxLength: 2,
          },
        ),
      ),
      missing: fc.array(
        fc.record({ productId: fc.constantFrom(1, 2), quantity: fc.integer({ min: 1, max: 2 }) }),
        {
          maxLength: 1,
        },
      ),
    }),
    fc.constantFrom('pending', 'processing', 'shipped', 'delivered', 'cancelled'),
  )
  const story = fc.array(step, { minLength: 3, maxLength: 8 })
  for (const steps of fc.sample(story, IS_LONG ? 12 : 4)) {
    const its = await aTroubledShop()
    const jam = await aProduct(its.shop.db, { name: 'Jam', price: 700, stock: 5 })
    await aKeyedBuyer(its.shop).buy(
      orderBody([
        [its.eggs, 3],
        [jam, 2],
      ]),
    )
    for (const taken of steps) {
      const answer =
        typeof taken === 'string'
          ? await its.desk('PUT', '/api/orders/1/status', { status: taken })
          : await its.desk('POST', '/api/orders/1/refunds', { reason: 'So it goes', ...taken })
      expect([200, 201, 409], `${JSON.stringify(steps)}: ${answer.body}`).toContain(
        answer.statusCode,
      )
      expect(await checkBooks(its.shop.db), JSON.stringify(steps)).toEqual([])
    }
  }
}, 60_000)
