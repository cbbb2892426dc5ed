import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { Db } from '#server/db/write.ts'
import { setDisputed } from '#server/features/checkout/disputes.ts'
import { ProviderRefusal } from '#server/outside/payment-provider.ts'
import { aKeyedBuyer, BY_DELIVERY, orderBody } from '#tests/a-buyer.ts'
import { aTroubledShop, silence } from '#tests/a-troubled-shop.ts'
import { whatIsWrong } from '#tests/books.ts'
import { someOf } from '#tests/length-of-run.ts'
import { fillWithOrders } from '#tests/many-orders.ts'
import { exportOrders } from './export-orders.ts'

/** Three orders of three eggs each, out of ten. */
async function threeOrders() {
  const its = await aTroubledShop()
  for (let bought = 0; bought < 3; bought++) await aKeyedBuyer(its.shop).buy(its.body)
  const setAll = (ids: number[], status: string, more = {}) =>
    its.desk('POST', '/api/orders/status', { ids, status, ...more })
  return { ...its, setAll }
}

describe('one order in full', () => {
  test('tells its payment at the provider, what can still be given back, and what happened, by whom', async () => {
    const { shop, desk, minutes, provider } = await threeOrders()
    minutes(1)
    await desk('PUT', '/api/orders/1/status', { status: 'processing' })
    minutes(1)
    provider({
      refund: async () => {
        throw new ProviderRefusal('state', 'insufficient_funds', 'Too little money.')
      },
    })
    const { id } = (
      await desk('POST', '/api/orders/1/refunds', { amount: 5, reason: 'One was cracked' })
    ).json()
    minutes(1)
    provider({})
    await desk('POST', `/api/refunds/${id}/retry`)
    await setDisputed(shop.shop, 1, 'open')
    const detail = (await desk('GET', '/api/orders/1')).json()
    expect(detail).toMatchObject({
      id: 1,
      disputedAt: '2026-11-18T18:03:00.000Z',
      payment: { provider: 'sandbox', reference: expect.stringMatching(/^sbx_pi_/), left: 10 },
    })
    const nothing = { from: null, to: null, amount: null, reason: null }
    expect(detail.history).toEqual([
      { ...nothing, at: '2026-11-18T18:00:00.000Z', by: 'buyer', kind: 'placed', to: 'pending' },
      {
        ...nothing,
        at: '2026-11-18T18:01:00.000Z',
        by: 'desk',
        kind: 'status',
        from: 'pending',
        to: 'processing',
      },
      {
        ...nothing,
        at: '2026-11-18T18:02:00.000Z',
        by: 'desk',
        kind: 'refund',
        amount: 5,
        reason: 'One was cracked',
      },
      { ...nothing, at: '2026-11-18T18:03:00.000Z', by: 'desk', kind: 'retry', amount: 5 },
      { ...nothing, at: '2026-11-18T18:03:00.000Z', by: 'bank', kind: 'dispute' },
    ])
    expect((await desk('GET', '/api/orders/2')).json().history).toHaveLength(1)
  })

  test('has nothing to give back while its money is not taken', async () => {
    const { shop, body, desk, provider } = await aTroubledShop()
    provider({ capture: silence })
    await aKeyedBuyer(shop).buy(body)
    expect((await desk('GET', '/api/orders/1')).json()).toMatchObject({
      paymentStatus: 'authorized',
      payment: { left: 0 },
    })
  })

  test('that is not there is told so', async () => {
    const { desk } = await aTroubledShop()
    const missing = await desk('GET', '/api/orders/9')
    expect([missing.statusCode, missing.body]).toEqual([404, 'There is no order #9.'])
    expect((await desk('GET', '/api/orders/nine')).statusCode).toBe(400)
  })
})

describe('the status of several orders', () => {
  test('is set at once, each with its own row in the history', async () => {
    const { shop, desk, setAll } = await threeOrders()
    expect((await setAll([1, 3, 3], 'processing')).json()).toEqual({ changed: [1, 3], refused: [] })
    const statuses = ((await desk('GET', '/api/orders')).json() as { status: string }[]).map(
      ({ status }) => status,
    )
    expect(statuses).toEqual(['processing', 'pending', 'processing'])
    expect(
      await shop.db.selectFrom('audit').select('subject').where('action', '=', 'changed').execute(),
    ).toEqual([{ subject: 'order:1' }, { subject: 'order:3' }])
  })

  test('cancelled gives stock and money back of each, once', async () => {
    const { shop, setAll, standing } = await threeOrders()
    await setAll([1, 2], 'cancelled')
    await setAll([1, 2], 'cancelled')
    expect(await standing()).toMatchObject({
      orders: ['cancelled', 'cancelled', 'pending'],
      refunds: ['1500 succeeded', '1500 succeeded'],
      stock: 7,
    })
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('says which could not be changed and why, and changes the others', async () => {
    const { shop, setAll, standing } = await threeOrders()
    expect((await setAll([1, 99, 3], 'delivered')).json()).toEqual({
      changed: [1, 3],
      refused: [{ id: 99, message: 'There is no order #99.' }],
    })
    expect((await standing()).orders).toEqual(['delivered', 'pending', 'delivered'])
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test.each(someOf(['pending', 'processing', 'shipped', 'delivered'], 3))(
    'never reopens cancelled ones as %s unless told to: they stay as they are, are named in words, and nothing of them moves',
    async (status) => {
      const { shop, eggs, setAll, provider, round, standing } = await threeOrders()
      await setAll([1], 'cancelled')
      provider({ capture: silence })
      await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
      await setAll([4], 'cancelled')
      provider({})
      await round()
      const moves = async () => [
        await shop.db
          .selectFrom('stock_movements')
          .selectAll()
          .where('order_id', 'in', [1, 4])
          .execute(),
        await shop.db.selectFrom('outbox').select(['id', 'kind']).execute(),
      ]
      const before = await moves()
      const advice = 'To reopen it, change its status on its own.'
      expect((await setAll([1, 2, 3, 4], status)).json()).toEqual({
        changed: [2, 3],
        refused: [
          { id: 1, message: `This order was canceled and its payment refunded. ${advice}` },
          { id: 4, message: `This order was canceled and never paid. ${advice}` },
        ],
      })
      expect((await standing()).orders).toEqual(['cancelled', status, status, 'cancelled'])
      expect(await moves()).toEqual(before)
      expect((await setAll([1, 2], status, { mayReopen: true })).json().changed).toEqual([1, 2])
      expect((await standing()).orders).toEqual([status, status, status, 'cancelled'])
      expect(await whatIsWrong(shop.db)).toEqual([])
    },
  )

  test('is answered before a slow provider gives the money back, and the money follows', async () => {
    const { setAll, provider, round, standing } = await threeOrders()
    provider({ refund: silence })
    expect((await setAll([1, 2, 3], 'cancelled')).json().changed).toEqual([1, 2, 3])
    expect((await standing()).refunds).toEqual([
      '1500 requested',
      '1500 requested',
      '1500 requested',
    ])
    provider({})
    await round()
    expect((await standing()).refunds).toEqual([
      '1500 succeeded',
      '1500 succeeded',
      '1500 succeeded',
    ])
  })

  test('that makes no sense is refused', async () => {
    const { desk } = await aTroubledShop()
    for (const payload of [
      { ids: [], status: 'pending' },
      { ids: [1], status: 'eaten' },
      { ids: ['1'], status: 'pending' },
      { ids: Array.from({ length: 201 }, (_, index) => index + 1), status: 'pending' },
      { status: 'pending' },
    ])
      expect((await desk('POST', '/api/orders/status', payload)).statusCode).toBe(400)
  })
})

describe('the file for a spreadsheet', () => {
  test('has one line for each order of the filter, amounts with two decimals and days in ISO', async () => {
    const { shop, eggs, desk } = await aTroubledShop()
    const shippingAddress = { ...BY_DELIVERY.shippingAddress, address: '12 River St, rear' }
    const how = { ...BY_DELIVERY, shippingAddress }
    await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]], { customerName: 'Mo "Quote" Ax' }))
    await aKeyedBuyer(shop).buy(
      orderBody([[eggs, 4]], { ...how, customerName: 'Zoë', notes: 'Two\nlines' }),
    )
    await desk('POST', '/api/orders/2/refunds', { amount: 7.5, reason: 'Late' })
    const file = await desk('GET', '/api/orders.csv')
    expect([
      file.statusCode,
      file.headers['content-type'],
      file.headers['content-disposition'],
    ]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="farmstand-orders-2026-11-18.csv"',
    ])
    const lines: Record<string, string>[] = parse(file.body, { bom: true, columns: true })
    expect(lines).toMatchObject([
      {
        Order: '2',
        Ordered: '2026-11-18 11:00:00',
        Status: 'pending',
        Customer: 'Zoë',
        Email: 'ada@example.com',
        Items: '4 x Eggs',
        Subtotal: '20.00',
        'Delivery fee': '5.00',
        Total: '25.00',
        Refunded: '7.50',
        Payment: 'partially_refunded',
        Test: 'yes',
        Place: 'delivery',
        'Pickup day': '',
        Address: '12 River St, rear',
        ZIP: '57747',
        Notes: 'Two\nlines',
      },
      {
        Order: '1',
        Customer: 'Mo "Quote" Ax',
        Total: '5.00',
        Place: 'farmers_market',
        'Pickup day': '2026-11-21',
      },
    ])
    const some = await desk('GET', '/api/orders.csv?place=farmers_market')
    expect(parse(some.body, { bom: true, columns: true })).toHaveLength(1)
    expect((await desk('GET', '/api/orders.csv?place=moon')).statusCode).toBe(400)
    const items = await desk('GET', '/api/orders.csv?rows=items&text=zoe')
    expect(items.headers['content-disposition']).toContain('farmstand-order-items-2026-11-18.csv')
    expect(parse(items.body, { bom: true, columns: true })).toEqual([
      expect.objectContaining({
        ...{ Order: '2', Ordered: '2026-11-18 11:00:00', Customer: 'Zoë', Product: 'Eggs' },
        ...{ Quantity: '4', Price: '5.00', Amount: '20.00', 'Product ID': '1', Place: 'delivery' },
      }),
    ])
  })

  test('keeps what a buyer typed as text', async () => {
    const { shop, eggs, desk } = await aTroubledShop()
    const formulas = ['=1+1', '+1 605', '-2', '@SUM(A1)', '＝1+1']
    for (const typed of formulas) {
      const more = { customerName: typed, customerPhone: typed, notes: typed }
      await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]], more))
    }
    const { body } = await desk('GET', '/api/orders.csv')
    expect(parse(body, { bom: true, columns: true })).toMatchObject(
      formulas.toReversed().map((typed) => ({
        Customer: `'${typed}`,
        Phone: `'${typed.replace('＝', '=')}`,
        Notes: `'${typed}`,
      })),
    )
  })

  test('holds every order, also where they fill more than one page of the database', async () => {
    const { shop, eggs, desk } = await aTroubledShop()
    await fillWithOrders(shop.db, 1201, new Date('2026-11-18T17:00:00.000Z'), [eggs.id])
    const lines: { Order: string }[] = parse((await desk('GET', '/api/orders.csv')).body, {
      bom: true,
      columns: true,
    })
    expect(lines.map((line) => Number(line.Order))).toEqual(
      Array.from({ length: 1201 }, (_, index) => 1201 - index),
    )
  })

  test('that cannot be finished is broken off, never short without a word', async () => {
    const { shop, eggs } = await aTroubledShop()
    await fillWithOrders(shop.db, 600, new Date('2026-11-18T17:00:00.000Z'), [eggs.id])
    const lines = await exportOrders(breakingAfter(shop.db, 1), {
      ...{ filter: { text: null }, rows: 'orders', timeZone: 'America/Denver' },
    })
    await expect(lines.toArray()).rejects.toThrow('The database is gone.')
  })
})

function breakingAfter(db: Db, pages: number): Db {
  let left = pages
  return db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'SelectQueryNode' && node.limit && left-- === 0)
        throw new Error('The database is gone.')
      return node
    },
    transformResult: async ({ result }) => result,
  })
}
