import { expect, test } from 'vitest'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'

// What users of similar shops complain about most when orders change.

async function anOrder() {
  const { letters, mailer } = aMailbox()
  const shop = await aShop()
  shop.shop.mail = mailer
  const beets = await aProduct(shop.db, { name: 'Beets', price: 300, stock: 4 })
  const bagels = await aProduct(shop.db, { name: 'Bagels', price: 750, stock: 9 })
  const goods = orderBody([
    [beets, 4],
    [bagels, 2],
  ])
  expect((await aKeyedBuyer(shop).buy(goods)).statusCode).toBe(201)
  await shop.settled()
  letters.length = 0
  const headers = { accept: 'application/json', cookie: await signIn(shop) }
  const ask = (method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) =>
    shop.inject({ method, url, headers, ...(payload && { payload }) })
  const change = async (lines: object[], more: object = {}) => {
    const { revision } = (await ask('GET', '/api/orders/1')).json()
    const what = { id: crypto.randomUUID(), lines, reason: '', notifiesBuyer: true, revision }
    const answer = await ask('POST', '/api/orders/1/changes', { ...what, ...more })
    await shop.settled()
    return answer
  }
  const stock = async () => {
    const rows = shop.db.selectFrom('products').select('stock').orderBy('id')
    return (await rows.execute()).map((row) => row.stock)
  }
  const cancel = async () => {
    await ask('PUT', '/api/orders/1/status', { status: 'cancelled' })
    await shop.settled()
  }
  return { shop, letters, beets, bagels, ask, change, stock, cancel }
}

test('changing an order that was cancelled brings nothing back to the shelf a second time', async () => {
  const { shop, beets, change, stock, cancel } = await anOrder()
  await cancel()
  expect(await stock()).toEqual([4, 9])
  const refused = await change([{ productId: beets.id, units: -4 }])
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'order-cancelled'])
  expect(await stock()).toEqual([4, 9])
  expect(await checkBooks(shop.db)).toEqual([])
})

test('taking the last line off says to cancel instead, and the goods stay where they are', async () => {
  const { beets, bagels, change, stock } = await anOrder()
  expect((await change([{ productId: beets.id, units: -4 }])).statusCode).toBe(200)
  const refused = await change([{ productId: bagels.id, units: -2 }])
  expect([refused.statusCode, refused.json().message]).toEqual([
    409,
    'That leaves nothing of the order. Please cancel it instead.',
  ])
  expect(await stock()).toEqual([4, 7])
})

test('what never grew is not for sale again, and does not come back with the rest either', async () => {
  const { shop, beets, change, stock, cancel } = await anOrder()
  await change([{ productId: beets.id, units: -3, goods: 'missing' }])
  expect(await stock()).toEqual([0, 7])
  await cancel()
  expect(await stock()).toEqual([1, 9])
  expect(await checkBooks(shop.db)).toEqual([])
})

test('four become two although nothing is in stock', async () => {
  const { beets, change, stock } = await anOrder()
  expect(await stock()).toEqual([0, 7])
  expect((await change([{ productId: beets.id, units: -2 }])).statusCode).toBe(200)
  expect(await stock()).toEqual([2, 7])
})

test('a change of several lines and of the day is one mail, and one refund', async () => {
  const { shop, letters, beets, bagels, ask, change } = await anOrder()
  const { days, places } = (await ask('GET', '/api/calendar')).json()
  const { marketDay } = (await ask('GET', '/api/orders/1')).json()
  const pickup = places.filter(({ kind }: { kind: string }) => kind === 'pickup')
  const ids = pickup.map(({ id }: { id: number }) => id)
  const to = days.find(
    ({ id, placeId }: { id: number; placeId: number }) =>
      id !== marketDay.id && ids.includes(placeId),
  )
  const lines = [
    { productId: beets.id, units: -1 },
    { productId: bagels.id, units: -1, goods: 'missing' },
  ]
  expect((await change(lines, { moveTo: to.id })).statusCode).toBe(200)
  expect(letters.map(({ subject }) => subject)).toEqual([
    expect.stringContaining('We changed your order #1'),
  ])
  const refunds = await shop.db.selectFrom('refunds').select('amount_cents').execute()
  expect(refunds).toEqual([{ amount_cents: 1050 }])
})

test('two customers of one name stay two boxes, and are not offered as one', async () => {
  const { shop, bagels, ask } = await anOrder()
  const namesake = orderBody([[bagels, 1]], { customerEmail: 'other@example.com' })
  expect((await aKeyedBuyer(shop).buy(namesake)).statusCode).toBe(201)
  await shop.settled()
  const { orders } = (await ask('GET', '/api/days/2026-11-21/pack')).json()
  expect(orders).toHaveLength(2)
  for (const order of orders) {
    expect(order.customerName).toBe('Ada Miller')
    expect(order).not.toHaveProperty('sameBuyerAs')
  }
})
