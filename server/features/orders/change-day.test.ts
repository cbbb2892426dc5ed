import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { setCapacity } from '#server/features/calendar/by-hand-days.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aProduct } from '#tests/a-shop.ts'
import { insertOrder } from '#tests/an-order-row.ts'

const STORE = 2

const HOME = { address: '12 River St', city: 'Custer', state: 'SD', zipCode: '57730' }

async function aFarmWithMail() {
  const farm = await aFarmCalendar()
  const { letters, mailer } = aMailbox()
  farm.shop.mail = mailer
  const change = async (id: number, more: object) => {
    const body = { lines: [], reason: 'As you asked', notifiesBuyer: true, ...more }
    const { revision } = await farm.answer('POST', `/api/orders/${id}/changes`, {
      ...{ id: crypto.randomUUID(), ...body },
    })
    letters.length = 0
    const done = await farm.answer('POST', `/api/orders/${id}/changes`, {
      ...{ id: crypto.randomUUID(), ...body, revision },
    })
    await farm.settled()
    return done
  }
  return { ...farm, letters, change }
}

test('a change moves an order to another day and place, with the room there, in the one mail', async () => {
  const { buy, change, dayAt, db, letters, answer, eggs } = await aFarmWithMail()
  const id = await buy()
  const before = await dayAt('2026-11-21', 1)
  const { id: moveTo } = await dayAt('2026-11-28', STORE)
  await write(db, (tx) => setCapacity(tx, before.id, 5))
  await write(db, (tx) => setCapacity(tx, moveTo, 5))
  const lines = [{ productId: eggs.id, units: 1, price: 0 }]
  expect(await change(id, { moveTo, lines })).toMatchObject({ revision: 1, refunded: 0 })
  expect(letters).toHaveLength(1)
  expect(letters[0]?.subject).toContain(`We changed your order #${id}`)
  expect(letters[0]?.text).toContain('We added 1 × ')
  expect(letters[0]?.text).toContain('Saturday, November 28, 2pm to 5pm\nFarm store')
  expect((await dayAt('2026-11-21', 1)).orders).toBe(0)
  expect((await dayAt('2026-11-28', STORE)).orders).toBe(1)
  expect((await answer('GET', `/api/orders/${id}`)).changes).toMatchObject([
    { reason: 'As you asked', movedTo: { day: '2026-11-28', placeName: 'Farm store' } },
  ])
  expect(await checkBooks(db)).toEqual([])
})

test('a change that takes several lines off and moves the day is one mail, and one refund', async () => {
  const farm = await aFarmWithMail()
  const beets = await aProduct(farm.db, { name: 'Beets', price: 300, stock: 4 })
  const bagels = await aProduct(farm.db, { name: 'Bagels', price: 750, stock: 9 })
  const goods = orderBody([
    [beets, 4],
    [bagels, 2],
  ])
  const { id } = (await aKeyedBuyer(farm).buy(goods)).json()
  await farm.settled()
  const { id: moveTo } = await farm.dayAt('2026-11-28', STORE)
  const lines = [
    { productId: beets.id, units: -1 },
    { productId: bagels.id, units: -1, goods: 'missing' },
  ]
  expect(await farm.change(id, { moveTo, lines })).toMatchObject({ revision: 1 })
  expect(farm.letters).toHaveLength(1)
  expect(farm.letters[0]?.subject).toContain(`We changed your order #${id}`)
  const refunds = await farm.db.selectFrom('refunds').select('amount_cents').execute()
  expect(refunds).toEqual([{ amount_cents: 1050 }])
})

test('a delivery that is picked up gets its fee back, and the order says what it did', async () => {
  const farm = await aFarmWithMail()
  const { change, dayAt, db, answer, letters, eggs } = farm
  const shipping = { deliveryMethod: 'shipping', pickupLocation: null, shippingAddress: HOME }
  const { id } = (await aKeyedBuyer(farm).buy(orderBody([[eggs, 5]], shipping))).json()
  await farm.settled()
  const { id: moveTo } = await dayAt('2026-11-28', STORE)
  expect(await change(id, { moveTo })).toMatchObject({ deliveryFee: -5, refunded: 5, forgone: 0 })
  expect(await answer('GET', `/api/orders/${id}`)).toMatchObject({
    ...{ deliveryMethod: 'pickup', pickupLocation: 'farm_store', pickupDate: '2026-11-28' },
    ...{ deliveryFee: 5, shippingAddress: null, paymentStatus: 'partially_refunded' },
  })
  // A test order: no money moves, and the mail doesn't claim otherwise.
  expect(letters[0]?.text).not.toContain('We refunded')
  expect(letters[0]?.text).toContain('Delivery: -$5.00\nTotal after changes: ')
  expect(await checkBooks(db)).toEqual([])
})

test('a day that is closed, over or in another zone is refused, and the goods stay', async () => {
  const { buy, dayAt, db, refusal, eggs } = await aFarmWithMail()
  const id = await buy()
  const { id: moveTo } = await dayAt('2026-11-28', STORE)
  await write(db, (tx) =>
    tx.updateTable('market_days').set({ state: 'closed' }).where('id', '=', moveTo).execute(),
  )
  const body = {
    ...{ id: crypto.randomUUID(), reason: 'Late', notifiesBuyer: true, revision: 0, moveTo },
    lines: [{ productId: eggs.id, units: 1, price: 0 }],
  }
  expect(await refusal('POST', `/api/orders/${id}/changes`, body)).toEqual([
    ...[400, 'invalid', 'moveTo', 'That market day is closed.'],
  ])
  expect(await checkBooks(db)).toEqual([])
})

async function anOrderToMove() {
  const farm = await aFarmWithMail()
  const id = await farm.buy()
  await farm.settled()
  farm.letters.length = 0
  const { id: moveTo } = await farm.dayAt('2026-11-28', STORE)
  const url = `/api/orders/${id}/changes`
  const body = { id: crypto.randomUUID(), lines: [], moveTo, reason: '', notifiesBuyer: true }
  const order = () =>
    farm.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { ...farm, id, url, body, order, moveTo }
}

test('a full day takes one box more, which is said before, and the buyer may cancel for a day', async () => {
  const farm = await anOrderToMove()
  const { db, moveTo, buy, change, answer, url, body, order, letters, settled, dayAt, id } = farm
  await write(db, (tx) => setCapacity(tx, moveTo, 1))
  await change(await buy(), { moveTo })
  letters.length = 0
  const { market_day_id: from } = await order()
  expect(await answer('POST', url, body)).toMatchObject({ isChanged: false, most: 2 })
  expect((await order()).market_day_id).toBe(from)
  const twice = [1, 2].map(() => answer('POST', url, { ...body, revision: 0 }))
  expect(await Promise.all(twice)).toMatchObject([
    { isChanged: true, revision: 1 },
    { isChanged: true, revision: 1 },
  ])
  await settled()
  const until = '2026-11-19T18:00:00.000Z'
  expect(await order()).toMatchObject({ market_day_id: moveTo, cancel_until: until })
  expect(await dayAt('2026-11-28', STORE)).toMatchObject({ capacity: 2, orders: 2 })
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toContain('It’s now for Saturday, November 28, at the farm store.')
  expect(letters[0]?.text).toContain('you can cancel on your receipt until Nov 19, 11:00 AM')
  expect((await answer('GET', `/api/orders/${id}`)).history.at(-1)).toMatchObject({
    kind: 'moved',
    reason: 'Saturday, November 28, Farm store',
  })
  expect(await checkBooks(db)).toEqual([])
})

test('what a day would have too much of is said before an order moves, and what newly comes in is refused', async () => {
  const { answer, refusal, url, body, moveTo, eggs, db, order } = await anOrderToMove()
  const jam = await aProduct(db, { name: 'Jam', price: 100, stock: 9 })
  const limit = (productId: number, most: number) =>
    answer('PUT', `/api/market-days/${moveTo}/limits`, { productId, most })
  const lineOf = db.selectFrom('order_items').select('quantity')
  const { quantity } = await lineOf.executeTakeFirstOrThrow()
  await limit(jam.id, 1)
  await limit(eggs.id, quantity)
  expect(await answer('POST', url, body)).not.toHaveProperty('overLimits')
  await limit(eggs.id, quantity - 1)
  const over = [{ name: eggs.name, units: quantity, most: quantity - 1 }]
  expect(await answer('POST', url, body)).toMatchObject({ isChanged: false, overLimits: over })
  const lines = [
    { productId: eggs.id, units: -1, goods: 'sellable' },
    { productId: jam.id, units: 2, price: 1 },
  ]
  const refused = [409, 'sold-out', 'Only 1 left of Jam for Saturday, November 28.']
  const { revision } = await order()
  for (const more of [{}, { revision }]) {
    const [status, code, , message] = await refusal('POST', url, { ...body, lines, ...more })
    expect([status, code, message]).toEqual(refused)
  }
  expect(await answer('POST', url, { ...body, revision })).toMatchObject({ isChanged: true })
  expect(await checkBooks(db)).toEqual([])
})

test('a delivery without a day gets one; without email nobody is told', async () => {
  const { answer, db, shop, dayAt, twoSteps, eggs } = await anOrderToMove()
  shop.mail = null
  const rule = { placeId: 3, weekday: 6, opens: '09:00', closes: '17:00', orderDays: 1 }
  const address = JSON.stringify(HOME)
  const shipped = { delivery_method: 'shipping', pickup_location: null, pickup_date: null } as const
  const line = { product_id: eggs.id, quantity: 2, returned: 0 }
  const id = await insertOrder({ db }, { ...shipped, shipping_address: address }, [line])
  await twoSteps('POST', '/api/day-rules', { ...rule, orderTime: '20:00' })
  const { id: moveTo } = await dayAt('2026-11-28', 3)
  const body = { id: crypto.randomUUID(), lines: [], moveTo, reason: '', notifiesBuyer: true }
  const url = `/api/orders/${id}/changes`
  expect(await answer('POST', url, body)).toMatchObject({ canNotifyBuyer: false, most: null })
  await answer('POST', url, { ...body, revision: 0 })
  const row = db.selectFrom('orders').select(['market_day_id', 'pickup_date'])
  expect(await row.where('id', '=', id).executeTakeFirst()).toEqual({
    ...{ market_day_id: moveTo, pickup_date: null },
  })
})

test.each([
  ['to the day it is for', { notes: null }, '2026-11-21', 1, 400, 'invalid'],
  ['that was cancelled', { status: 'cancelled' }, '2026-11-28', STORE, 409, 'order-cancelled'],
  ['that was shipped', { status: 'shipped' }, '2026-11-28', STORE, 409, 'change-impossible'],
  [
    'that was handed over',
    { collected_at: '2026-11-18T18:00:00.000Z' },
    ...(['2026-11-28', STORE, 409, 'change-impossible'] as const),
  ],
] as const)('an order %s is not moved', async (_, row, day, place, status, code) => {
  const { db, id, url, body, refusal, dayAt, order } = await anOrderToMove()
  await write(db, (tx) => tx.updateTable('orders').set(row).where('id', '=', id).execute())
  const before = await order()
  const { id: moveTo } = await dayAt(day, place)
  for (const revision of [{}, { revision: 0 }]) {
    const [got, reason] = await refusal('POST', url, { ...body, moveTo, ...revision })
    expect([got, reason]).toEqual([status, code])
  }
  expect(await order()).toEqual(before)
})
