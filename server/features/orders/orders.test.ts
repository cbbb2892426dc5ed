import { describe, expect, test } from 'vitest'
import { ORDER_STATUSES } from '#contract/orders/order-status.ts'
import { write } from '#server/db/write.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { whatIsWrong } from '#tests/books.ts'
import { stockOf } from '#tests/shop-rows.ts'

async function aSoldOrder() {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 10 })
  await aKeyedBuyer(shop).buy(
    orderBody([[eggs, 3]], { customerPhone: '605 555 0100', notes: 'Ring twice' }),
  )
  const desk = atSettledDesk(shop)
  const setStatus = (status: string, id: number | string = 1) =>
    desk('PUT', `/api/orders/${id}/status`, { status })
  return { shop, eggs, desk, setStatus, stock: () => stockOf(shop) }
}

test('the desk reads what was agreed, who bought it and how it is picked up', async () => {
  const { eggs, desk } = await aSoldOrder()
  expect((await desk('GET', '/api/orders')).json()).toEqual([
    {
      id: 1,
      customerName: 'Ada Miller',
      customerEmail: 'ada@example.com',
      customerPhone: '605 555 0100',
      subtotal: 15,
      deliveryFee: 0,
      total: 15,
      status: 'pending',
      createdAt: '2026-11-18T18:00:00.000Z',
      paymentMethod: 'stripe',
      paymentStatus: 'completed',
      testMode: true,
      shippingAddress: null,
      pickupLocation: 'farmers_market',
      pickupDate: '2026-11-21',
      deliveryMethod: 'pickup',
      notes: 'Ring twice',
      userId: null,
      items: [
        { productId: eggs.id, name: 'Eggs', quantity: 3, returned: 0, standing: 3, price: 5 },
      ],
      receiptUrl: expect.stringMatching(/^\/o\/[\w-]{22}$/),
      refunds: [],
      disputedAt: null,
      hasLeft: false,
      boxes: 1,
      collectedAt: null,
      farmNote: null,
      isGift: false,
      ifShort: null,
      pickupName: null,
      packedAt: null,
      mark: expect.stringMatching(/^[0-9a-f]{8}$/),
      marketDay: {
        id: expect.any(Number),
        day: '2026-11-21',
        opens: '09:00',
        closes: '12:00',
        placeKey: 'farmers_market',
        placeName: 'Farmers market',
      },
    },
  ])
})

describe('cancelling', () => {
  test('undone takes the stock again and never charges', async () => {
    const { shop, setStatus, stock } = await aSoldOrder()
    await setStatus('cancelled')
    expect((await setStatus('processing')).json()).toMatchObject({
      status: 'processing',
      paymentStatus: 'refunded',
    })
    expect(await stock()).toBe(7)
    await setStatus('cancelled')
    expect(await stock()).toBe(10)
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('undone when the goods are sold meanwhile is refused and changes nothing', async () => {
    const { shop, eggs, setStatus, stock } = await aSoldOrder()
    await setStatus('cancelled')
    await aBareBuyer(shop).buy(orderBody([[eggs, 8]]))
    const refused = await setStatus('pending')
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Only 2 left of Eggs.'])
    expect(await stock()).toBe(2)
    const order = await shop.db
      .selectFrom('orders')
      .select('status')
      .where('id', '=', 1)
      .executeTakeFirstOrThrow()
    expect(order.status).toBe('cancelled')
    expect(await whatIsWrong(shop.db)).toEqual([])
  })

  test('by twenty taps at once, or once more, gives stock and money back once', async () => {
    const { shop, setStatus, stock } = await aSoldOrder()
    await Promise.all(Array.from({ length: 20 }, () => setStatus('cancelled')))
    expect((await setStatus('cancelled')).json()).toMatchObject({
      ...{ status: 'cancelled', paymentStatus: 'refunded' },
    })
    expect(await stock()).toBe(10)
    expect(await whatIsWrong(shop.db)).toEqual([])
    expect(await shop.db.selectFrom('sandbox_refunds').select('amount_cents').execute()).toEqual([
      { amount_cents: 1500 },
    ])
  })
})

test('any status may follow any, and the books stay right', async () => {
  const { shop, setStatus } = await aSoldOrder()
  for (const from of ORDER_STATUSES) {
    for (const to of ORDER_STATUSES) {
      expect((await setStatus(from)).statusCode).toBe(200)
      expect((await setStatus(to)).json().status).toBe(to)
      expect(await whatIsWrong(shop.db)).toEqual([])
    }
  }
})

test('a status that is none, and an order that is not there, are refused', async () => {
  const { setStatus } = await aSoldOrder()
  expect((await setStatus('eaten')).statusCode).toBe(400)
  expect((await setStatus('pending', 99)).statusCode).toBe(404)
  for (const id of ['0x1', '01', '1.0', '-1', '1e0', '99999999999'])
    expect((await setStatus('pending', id)).statusCode).toBe(400)
})

test('the figures count what was captured and not given back, in test money', async () => {
  const { shop, eggs, desk, setStatus } = await aSoldOrder()
  await aBareBuyer(shop).buy(orderBody([[eggs, 2]]))
  await aProduct(shop.db, { stock: 0 })
  await setStatus('cancelled')
  expect((await desk('GET', '/api/analytics/dashboard')).json()).toEqual({
    totalOrders: 1,
    totalRevenue: 10,
    totalProducts: 2,
    lowStockProducts: 1,
    testMode: true,
  })
})

test('pages of 500, the newest first, name the next one', async () => {
  const { shop, desk } = await aSoldOrder()
  const first = await shop.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  const copies = Array.from({ length: 501 }, (_, nth) => {
    const own = { id: nth + 2, checkout_key: null, receipt_secret: `r${nth}` }
    return { ...first, ...own, shipping_address: null }
  })
  await write(shop.db, (tx) => tx.insertInto('orders').values(copies).execute())
  const page = await desk('GET', '/api/orders')
  const ids = (page.json() as { id: number }[]).map((order) => order.id)
  expect([ids.length, ids[0], ids.at(-1)]).toEqual([500, 502, 3])
  expect(page.headers.link).toBe('</api/orders?before=3>; rel="next"')
  const rest = await desk('GET', '/api/orders?before=3')
  expect((rest.json() as { id: number }[]).map((order) => order.id)).toEqual([2, 1])
  expect(rest.headers.link).toBeUndefined()
})

test('the page learns the Saturday before it is ordered for', async () => {
  const shop = await aShop({ now: '2026-11-21T04:00:00.000Z' })
  expect((await shop.inject({ url: '/api/pickup' })).json()).toEqual({ pickupDate: '2026-11-21' })
})
