import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import {
  closedPayments,
  ProviderFailure,
  ProviderRefusal,
} from '#server/outside/payment-provider.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aTroubledShop, silence } from '#tests/a-troubled-shop.ts'
import { whatIsWrong } from '#tests/books.ts'
import { checkBooks } from './features/books/check-books.ts'
import { runJobs, startJobs } from './jobs.ts'

type Troubled = Awaited<ReturnType<typeof aTroubledShop>>

async function expectBalance({ shop }: Troubled): Promise<void> {
  expect(await whatIsWrong(shop.db)).toEqual([])
  expect(await checkBooks(shop.db)).toEqual([])
}

describe('a payment whose making was broken off', () => {
  test('before the provider heard of it is made, and ends unpaid', async () => {
    const its = await aTroubledShop()
    its.provider({ createIntent: silence })
    expect((await aKeyedBuyer(its.shop).createIntent(its.body)).statusCode).toBe(503)
    its.provider({})
    await its.round()
    expect(await its.standing()).toMatchObject({
      payments: ['open'],
      holds: ['requires_confirmation'],
    })
    await its.round(15)
    expect(await its.standing()).toMatchObject({
      payments: ['canceled'],
      holds: ['canceled'],
      stock: 10,
    })
    await expectBalance(its)
  })

  test('after the provider made it is found again, not made twice', async () => {
    const its = await aTroubledShop()
    its.provider({
      createIntent: async (order, key) => (await its.calm.createIntent(order, key)) && silence(),
    })
    await aKeyedBuyer(its.shop).createIntent(its.body)
    its.provider({})
    await its.round()
    expect(await its.standing()).toMatchObject({
      payments: ['open'],
      holds: ['requires_confirmation'],
    })
  })

  test('a day ago is over, and no new one is made', async () => {
    const its = await aTroubledShop()
    its.provider({ createIntent: silence })
    await aKeyedBuyer(its.shop).createIntent(its.body)
    its.provider({})
    await its.round(24 * 60)
    expect(await its.standing()).toMatchObject({ payments: ['canceled'], holds: [] })
  })

  test('a moment ago is left to the call that makes it', async () => {
    const its = await aTroubledShop()
    its.provider({ createIntent: silence })
    await aKeyedBuyer(its.shop).createIntent(its.body)
    its.provider({})
    await its.round(0.9)
    expect(await its.standing()).toMatchObject({ payments: ['creating'] })
  })
})

describe('a browser that is gone after the card was held', () => {
  test('still gets its order when the basket was told, with one mail, and finds it when it comes back', async () => {
    const its = await aTroubledShop()
    const buyer = aKeyedBuyer(its.shop)
    await buyer.confirm(await buyer.createIntent(its.body))
    await its.round(14)
    expect(await its.standing()).toMatchObject({ orders: [], payments: ['open'] })
    await its.round(2)
    expect(await its.standing()).toMatchObject({
      orders: ['pending'],
      payments: ['captured'],
      mails: ['order_confirmed'],
      stock: 7,
    })
    const back = await buyer.placeOrder(its.body)
    expect([back.statusCode, back.json()]).toMatchObject([
      201,
      { id: 1, paymentStatus: 'completed' },
    ])
    await expectBalance(its)
  })

  test('loses nothing when the goods were sold meanwhile: the hold is released', async () => {
    const its = await aTroubledShop()
    const buyer = aKeyedBuyer(its.shop)
    await buyer.confirm(await buyer.createIntent(its.body))
    await aKeyedBuyer(its.shop).buy(orderBody([[its.eggs, 9]]))
    await its.round(16)
    expect(await its.standing()).toMatchObject({
      orders: ['pending'],
      holds: ['canceled', 'succeeded'],
      stock: 1,
    })
    const back = await buyer.placeOrder(its.body)
    expect([back.statusCode, back.json().message]).toEqual([409, 'Only 1 left of Eggs.'])
    expect(its.reported).toEqual([])
    await expectBalance(its)
  })

  test('loses nothing without a basket: the hold is released after ten minutes, not before', async () => {
    const its = await aTroubledShop()
    await aBareBuyer(its.shop).createIntent(its.body)
    await its.round(9)
    expect(await its.standing()).toMatchObject({ payments: ['open'], holds: ['requires_capture'] })
    await its.round(2)
    expect(await its.standing()).toMatchObject({
      payments: ['canceled'],
      holds: ['canceled'],
      stock: 10,
    })
    await expectBalance(its)
  })

  test('may still answer its bank’s question after ten minutes: what holds nothing keeps its quarter of an hour', async () => {
    const its = await aTroubledShop()
    await aBareBuyer(its.shop, 'pm_card_authenticationRequired').createIntent(its.body)
    await its.round(12)
    expect(await its.standing()).toMatchObject({
      payments: ['open'],
      holds: ['requires_confirmation'],
    })
    await its.round(4)
    expect(await its.standing()).toMatchObject({ payments: ['canceled'], holds: ['canceled'] })
  })

  test('pays nothing for a hold that seems to be another one’s', async () => {
    const its = await aTroubledShop()
    const buyer = aKeyedBuyer(its.shop)
    await buyer.confirm(await buyer.createIntent(its.body))
    its.provider({
      retrieve: async (id) => ({ ...(await its.calm.retrieve(id)), amount: 1 as never }),
    })
    await its.round(16)
    expect(await its.standing()).toMatchObject({ orders: [], payments: ['canceled'], stock: 10 })
  })
})

describe('a capture without an answer', () => {
  test.each([
    [
      'that was done',
      async (its: Troubled, id: string, key: string) =>
        (await its.calm.capture(id, key)) && silence(),
    ],
    ['that was not done', silence],
  ])('%s is finished, once, with one mail', async (_, capture) => {
    const its = await aTroubledShop()
    its.provider({ capture: (id, key) => capture(its, id, key) })
    expect((await aKeyedBuyer(its.shop).buy(its.body)).json().paymentStatus).toBe('authorized')
    await its.round()
    its.provider({})
    await its.round()
    await its.round()
    expect(await its.standing()).toMatchObject({
      orders: ['pending'],
      payments: ['captured'],
      mails: ['order_confirmed'],
      stock: 7,
    })
    await expectBalance(its)
  })

  test('whose hold is gone gives the stock back and says so', async () => {
    const its = await aTroubledShop()
    its.provider({ capture: silence })
    await aKeyedBuyer(its.shop).buy(its.body)
    const [hold] = await its.shop.db.selectFrom('sandbox_intents').select('id').execute()
    await its.calm.cancel(hold?.id ?? '', 'the bank')
    its.provider({})
    await its.round()
    expect(await its.standing()).toMatchObject({
      orders: ['cancelled'],
      payments: ['canceled'],
      mails: ['order_failed'],
      stock: 10,
    })
    expect(its.reported.filter((what) => !what.includes('no answer'))).toEqual([])
    await expectBalance(its)
  })

  test('because the provider failed is asked under the next key, and not when it was done after all', async () => {
    for (const isDone of [false, true]) {
      const its = await aTroubledShop()
      const keys: string[] = []
      its.provider({
        capture: async (id, key) => {
          keys.push(key.replace(/^capture:[^:]+:/, ''))
          if (isDone) await its.calm.capture(id, key)
          if (key.endsWith(':0')) throw new ProviderFailure('500')
          return its.calm.capture(id, key)
        },
      })
      expect((await aKeyedBuyer(its.shop).buy(its.body)).json().paymentStatus).toBe('completed')
      expect(keys).toEqual(isDone ? ['0'] : ['0', '1'])
      await expectBalance(its)
    }
  })
})

describe('a release without an answer', () => {
  test('is asked again', async () => {
    const its = await aTroubledShop()
    its.provider({ capture: silence, cancel: silence })
    await aKeyedBuyer(its.shop).buy(its.body)
    await its.cancel(1)
    expect(await its.standing()).toMatchObject({
      payments: ['canceling'],
      holds: ['requires_capture'],
    })
    await its.round()
    expect(await its.standing()).toMatchObject({ payments: ['canceling'] })
    its.provider({})
    await its.round()
    expect(await its.standing()).toMatchObject({
      payments: ['canceled'],
      holds: ['canceled'],
      stock: 10,
    })
    await expectBalance(its)
  })

  test('of a payment that the provider captured meanwhile gives the order’s money back', async () => {
    const its = await aTroubledShop()
    its.provider({ capture: silence, cancel: silence })
    await aKeyedBuyer(its.shop).buy(its.body)
    await its.cancel(1)
    const [hold] = await its.shop.db.selectFrom('sandbox_intents').select('id').execute()
    await its.calm.capture(hold?.id ?? '', 'late')
    its.provider({})
    await its.round()
    expect(await its.standing()).toMatchObject({
      payments: ['captured'],
      refunds: ['1500 succeeded'],
      // At the cancellation there seemed to be nothing to refund.
      mails: ['cancelled', 'refunded'],
    })
    await expectBalance(its)
  })

  test('of money taken without an order is told once, and stays in the books', async () => {
    const its = await aTroubledShop()
    const buyer = aBareBuyer(its.shop)
    await buyer.createIntent(its.body)
    const [hold] = await its.shop.db.selectFrom('sandbox_intents').select('id').execute()
    await its.calm.capture(hold?.id ?? '', 'by hand')
    await its.round(16)
    await its.round()
    await its.round()
    expect(its.reported.filter((what) => /captured without an order/.test(what))).toHaveLength(1)
    expect(await its.standing()).toMatchObject({ payments: ['canceling'], refunds: [] })
    expect(await checkBooks(its.shop.db)).toMatchObject([{ law: 'captured', expected: null }])
  })
})

describe('a payment that the provider does not know, as with the keys of another account,', () => {
  const unknown = async () => {
    throw new ProviderRefusal('state', 'resource_missing', 'No such payment_intent')
  }
  const strange = {
    retrieve: unknown,
    capture: unknown,
    cancel: unknown,
    refund: unknown,
    listRefunds: unknown,
  }
  const ofUnknown = (its: Troubled) =>
    its.reported.filter((what) => /keys of another account/.test(what))

  test('is over when it has no order, and its hold is released once the keys are back', async () => {
    const its = await aTroubledShop()
    const buyer = aKeyedBuyer(its.shop)
    await buyer.confirm(await buyer.createIntent(its.body))
    its.provider(strange)
    for (const minutes of [16, 2, 2]) await its.round(minutes)
    expect(await its.standing()).toMatchObject({ orders: [], payments: ['canceled'], stock: 10 })
    expect(ofUnknown(its)).toHaveLength(1)
    its.provider({})
    await its.round(24 * 60)
    await expectBalance(its)
  })

  test('keeps its order, is told once and asked after once a day, and is taken once the keys are back', async () => {
    const its = await aTroubledShop()
    its.provider({ capture: silence })
    await aKeyedBuyer(its.shop).buy(its.body)
    its.provider(strange)
    for (const minutes of [2, 2, 2]) await its.round(minutes)
    expect(await its.standing()).toMatchObject({ orders: ['pending'], payments: ['capturing'] })
    expect(ofUnknown(its)).toHaveLength(1)
    expect(await checkBooks(its.shop.db)).toMatchObject([
      { law: 'captured', found: 0, expected: 1500 },
    ])
    its.provider({})
    await its.round()
    expect(await its.standing()).toMatchObject({ payments: ['capturing'] })
    await its.round(24 * 60)
    expect(await its.standing()).toMatchObject({
      payments: ['captured'],
      mails: ['order_confirmed'],
    })
    await expectBalance(its)
  })

  test('gives nothing back, says so, and does when it is asked again', async () => {
    const its = await aTroubledShop()
    await aKeyedBuyer(its.shop).buy(its.body)
    its.provider(strange)
    await its.cancel(1)
    await its.round()
    expect(await its.standing()).toMatchObject({ orders: ['cancelled'], refunds: ['1500 failed'] })
    const [refund] = await its.shop.db
      .selectFrom('refunds')
      .select(['id', 'error_message'])
      .execute()
    expect(refund?.error_message).toBe('The card provider does not know this payment.')
    its.provider({})
    await its.desk('POST', `/api/refunds/${refund?.id}/retry`)
    expect(await its.standing()).toMatchObject({ refunds: ['1500 succeeded'] })
    await expectBalance(its)
  })
})

test('a refund without an answer is found at the provider and not sent twice', async () => {
  const its = await aTroubledShop()
  await aKeyedBuyer(its.shop).buy(its.body)
  its.provider({ refund: async (refund, key) => (await its.calm.refund(refund, key)) && silence() })
  await its.cancel(1)
  expect(await its.standing()).toMatchObject({ refunds: ['1500 requested'] })
  let sent = 0
  its.provider({
    refund: async (refund, key) => {
      sent++
      return its.calm.refund(refund, key)
    },
  })
  await its.round()
  expect([await its.standing(), sent]).toMatchObject([{ refunds: ['1500 succeeded'] }, 0])
  await expectBalance(its)
})

describe('the daily look at the provider', () => {
  const stray = async (its: Troubled, shop: string) => {
    const intent = await its.calm.createIntent(
      {
        amount: 700 as never,
        method: 'pm_card_visa',
        metadata: { shop, payment: crypto.randomUUID() },
      },
      crypto.randomUUID(),
    )
    await its.calm.testSteps?.confirm(intent.clientSecret)
    return intent.id
  }

  test('releases a hold that nobody knows, and leaves those of another shop', async () => {
    const its = await aTroubledShop()
    await stray(its, its.shop.shop.id)
    await stray(its, 'the one next door')
    await its.round()
    expect((await its.standing()).holds).toEqual(['canceled', 'requires_capture'])
  })

  test('tells the owner of money without an order, and gives none of it back', async () => {
    const its = await aTroubledShop()
    const id = await stray(its, its.shop.shop.id)
    await its.calm.capture(id, 'by hand')
    await its.round()
    const notices = (await its.desk('GET', '/api/admin/notices')).json()
    expect(notices.providerAlert).toBe(
      `The card provider took money that belongs to no order: ${id}.`,
    )
    expect((await its.standing()).refunds).toEqual([])
  })

  test('leaves the payments that are alive, and comes once a day; one that failed comes again', async () => {
    const its = await aTroubledShop()
    const buyer = aKeyedBuyer(its.shop)
    await buyer.confirm(await buyer.createIntent(its.body))
    let looks = 0
    const listIntents = async (since: Date) => {
      if (looks++ === 0) throw new Error('no answer')
      return its.calm.listIntents(since)
    }
    its.provider({ listIntents })
    for (const minutes of [1, 1, 1, 20 * 60]) await its.round(minutes)
    expect(looks).toBe(2)
    await its.round(4 * 60)
    expect(looks).toBe(3)
    expect(await its.standing()).toMatchObject({ orders: ['pending'], payments: ['captured'] })
  })

  test('asks nobody while the shop has lost its keys', async () => {
    const its = await aTroubledShop()
    its.shop.shop.payments = closedPayments(true)
    await its.round()
    expect(its.reported).toEqual([])
  })
})

test('pictures that nothing shows are looked for once a day', async () => {
  const its = await aTroubledShop()
  const { pictures } = its.shop.shop
  const removed: string[] = []
  its.shop.shop.pictures = {
    ...pictures,
    list: async () => [{ file: 'a broken write.part', storedAt: new Date(0) }],
    removeAll: async (name) => void removed.push(name),
  }
  for (const minutes of [1, 1, 20 * 60]) await its.round(minutes)
  expect(removed).toEqual(['a broken write.part'])
  await its.round(4 * 60)
  expect(removed).toHaveLength(2)
})

test('what was begun with test cards is finished with them after the shop turned to real ones', async () => {
  const its = await aTroubledShop()
  its.provider({ capture: silence })
  await aKeyedBuyer(its.shop).buy(its.body)
  its.minutes(1)
  const held = aKeyedBuyer(its.shop)
  await held.confirm(await held.createIntent(its.body))
  its.shop.shop.payments = closedPayments(false)
  await its.round(16)
  expect(await its.standing()).toMatchObject({
    payments: ['canceled', 'captured'],
    holds: ['canceled', 'succeeded'],
    orders: ['pending'],
  })
  await expectBalance(its)
})

describe('a round', () => {
  test('is done by one process at a time, and by another when the first died in it', async () => {
    const its = await aTroubledShop()
    its.provider({ capture: silence })
    await aKeyedBuyer(its.shop).buy(its.body)
    let captures = 0
    const { promise: dead, resolve: die } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    its.provider({
      capture: async (id, key) => {
        captures++
        begin()
        await dead
        return its.calm.capture(id, key)
      },
    })
    its.minutes(2)
    const first = runJobs(its.shop.shop)
    await begun
    await Promise.all([runJobs(its.shop.shop), runJobs(its.shop.shop)])
    expect(captures).toBe(1)
    its.minutes(2)
    const second = runJobs(its.shop.shop)
    await expect.poll(() => captures).toBe(2)
    die()
    await Promise.all([first, second])
    expect(await its.standing()).toMatchObject({
      payments: ['captured'],
      mails: ['order_confirmed'],
    })
    await expectBalance(its)
  })

  test('goes on after a row that fails, and says which', async () => {
    const its = await aTroubledShop()
    its.provider({ capture: silence })
    await aKeyedBuyer(its.shop).buy(its.body)
    await aKeyedBuyer(its.shop).buy(its.body)
    const [poison] = await its.shop.db
      .selectFrom('payments')
      .select(['id', 'intent_id'])
      .orderBy('created_at')
      .execute()
    its.provider({
      retrieve: silence,
      capture: (id, key) => (id === poison?.intent_id ? silence() : its.calm.capture(id, key)),
    })
    its.reported.length = 0
    await its.round()
    expect((await its.standing()).payments).toEqual(['captured', 'capturing'])
    expect(its.reported).toEqual([
      'capture a payment: no answer',
      `capture a payment: The capture of payment ${poison?.id} has no clear answer yet.`,
    ])
  })

  test('that runs is waited for when the shop stops, and begins no other row', async () => {
    const its = await aTroubledShop()
    its.provider({ capture: silence })
    await aKeyedBuyer(its.shop).buy(its.body)
    await aKeyedBuyer(its.shop).buy(its.body)
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>()
    let captures = 0
    its.provider({
      capture: async (id, key) => {
        captures++
        begin()
        await answered
        return its.calm.capture(id, key)
      },
    })
    its.minutes(2)
    const jobs = startJobs(its.shop.shop)
    await begun
    jobs.stop()
    answer()
    await its.shop.settled()
    expect(captures).toBe(1)
    expect((await its.standing()).payments).toEqual(['captured', 'capturing'])
  })

  test('leaves alone what nobody has to look after', async () => {
    const its = await aTroubledShop()
    await aKeyedBuyer(its.shop).buy(its.body)
    const before = await its.shop.db.selectFrom('payments').selectAll().execute()
    await its.round(60)
    expect(await its.shop.db.selectFrom('payments').selectAll().execute()).toEqual(before)
  })
})

test('several processes that do everything at once leave one order, one capture and one mail for each purchase', async () => {
  const its = await aTroubledShop()
  its.provider({ capture: silence })
  for (let count = 0; count < 3; count++) await aKeyedBuyer(its.shop).buy(its.body)
  const held = aKeyedBuyer(its.shop)
  await held.confirm(await held.createIntent(orderBody([[its.eggs, 1]])))
  its.provider({})
  its.minutes(16)
  await write(its.shop.db, (tx) => tx.deleteFrom('job_claims').execute())
  await Promise.all([
    runJobs(its.shop.shop),
    runJobs({ ...its.shop.shop }),
    its.cancel(1),
    held.placeOrder(orderBody([[its.eggs, 1]])),
  ])
  await its.round()
  const { orders, mails, stock } = await its.standing()
  expect(orders.sort()).toEqual(['cancelled', 'pending', 'pending', 'pending'])
  expect(mails.filter((kind) => kind === 'order_confirmed').length).toBeGreaterThanOrEqual(3)
  expect(stock).toBe(3)
  await expectBalance(its)
})
