import { expect, test } from 'vitest'
import type { Today } from '#contract/today.ts'
import { takeQuestion } from '#server/features/chat/questions.ts'
import { aShop } from '#tests/a-shop.ts'
import { fiveOrders } from '#tests/a-short-harvest.ts'
import { atSettledDesk } from '#tests/at-desk.ts'

test('today says how far the next market day is, who waits for a call, and who has not paid', async () => {
  const its = await fiveOrders()
  const { shop, desk, share, draftOf } = its
  const today = async (): Promise<Today> => (await desk('GET', '/api/today')).json()
  const market = async () => (await today()).next?.places.find(({ orders }) => orders > 0)

  expect((await today()).next?.day).toBe('2026-11-21')
  expect(await market()).toMatchObject({ orders: 5, packed: 0, handedOver: 0, boxes: 5 })
  expect((await share(draftOf())).statusCode).toBe(200)
  expect((await today()).short).toEqual([{ productId: its.carrots.id, name: 'Carrots', calls: 1 }])

  await desk('PUT', '/api/orders/1/packed', { packed: true, boxes: 2 })
  await desk('PUT', '/api/orders/2/collected', { collected: true })
  expect(await market()).toMatchObject({ packed: 2, handedOver: 1, boxes: 6 })
  await desk('PUT', '/api/orders/3/status', { status: 'cancelled' })
  expect(await market()).toMatchObject({ orders: 4, boxes: 5 })

  const calendar = (await desk('GET', '/api/calendar')).json()
  const item = { productId: its.kale.id, quantity: 1, price: 3.25 }
  const written = await desk('POST', '/api/desk/orders', {
    ...{ id: crypto.randomUUID(), customerName: 'Rosa', marketDayId: calendar.days[0].id },
    ...{ items: [item], total: 3.25, paidBy: null },
  })
  expect(written.statusCode, written.body).toBe(201)
  // Paid when it is picked up: no alarm before its day is over.
  expect((await today()).unpaid).toBe(0)
  await desk('PUT', '/api/orders/4/status', { status: 'cancelled' })
  await desk('PUT', '/api/orders/4/status', { status: 'pending' })
  await shop.settled()
  expect((await today()).unpaid).toBe(1)

  const asker = { sessionId: 'a-chat', address: null, text: 'Do you have goats?', email: null }
  await takeQuestion(shop.db, asker, shop.clock.now)
  expect((await today()).questions).toEqual({ waiting: 1, since: shop.clock.now.toISOString() })

  shop.clock.now = new Date('2026-11-21T23:30:00.000Z')
  const later = await atSettledDesk(shop)('GET', '/api/today')
  const { notPickedUp, next } = later.json<Today>()
  expect([notPickedUp, next?.day, next?.orderUntil]).toEqual([4, '2026-11-21', null])
  const isOver = next?.places.flatMap((place) => (place.orders > 0 ? [place.isOver] : []))
  expect(isOver).toEqual([true])
})

test('a shop that nobody ordered at has the next day that takes place, and nothing that waits', async () => {
  const shop = await aShop()
  const { next, ...rest } = (await atSettledDesk(shop)('GET', '/api/today')).json<Today>()
  expect(next?.places.map(({ orders, boxes }) => [orders, boxes])).toContainEqual([0, 0])
  const withoutDay = { orders: 0, toPack: 0 }
  expect(rest).toMatchObject({ short: [], unpaid: 0, notPickedUp: 0, withoutDay })
  expect(rest.questions).toEqual({ waiting: 0, since: null })
  expect((await shop.inject({ method: 'GET', url: '/api/today' })).statusCode).toBe(401)
})
