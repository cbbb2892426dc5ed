import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'

const DAY = '2026-11-21'

type Listed = { id: number; orderId: number; packedWith?: number[]; sameBuyerAs?: number }

async function aDay() {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { price: 500, stock: 100 })
  const buy = async (customerEmail: string, more: Record<string, unknown> = {}) => {
    const body = orderBody([[eggs, 1]], { customerEmail, ...more })
    const answer = await aKeyedBuyer(shop).buy(body)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().id as number
  }
  for (const email of ['ada@example.com', 'bob@example.com', 'Ada+farm@Example.com'])
    await buy(email)
  await shop.settled()
  const ask = atDesk(shop)
  /** What a list says of each order; all labels of one order say the same. */
  const listed = async (list: string) => {
    const { orders, labels = [] } = (await ask('GET', `/api/days/${DAY}/${list}`)).json()
    const rows: Listed[] = orders ?? labels
    return rows
      .map(({ id, orderId, packedWith, sameBuyerAs }) => [id ?? orderId, packedWith, sameBuyerAs])
      .sort((one, other) => Number(one[0]) - Number(other[0]))
  }
  const put = (id: number, orderId: number | null) =>
    ask('PUT', `/api/orders/${id}/packed-with`, { orderId })
  return { shop, buy, ask, listed, put }
}

test('two orders of one address are packed together once the packer says so, on every list', async () => {
  const { shop, ask, listed, put } = await aDay()
  expect(await listed('pack')).toEqual([
    [1, undefined, undefined],
    [2, undefined, undefined],
    [3, undefined, 1],
  ])
  const before = await shop.db.selectFrom('orders').selectAll().orderBy('id').execute()
  const answer = await put(3, 1)
  expect([answer.statusCode, answer.json()]).toEqual([200, { id: 3, orderId: 1 }])
  const sent = [
    [1, [3], undefined],
    [2, undefined, undefined],
    [3, [1], undefined],
  ]
  for (const list of ['pack', 'hand-over', 'labels']) expect(await listed(list)).toEqual(sent)
  const orders: Listed[] = (await ask('GET', '/api/orders')).json()
  expect(orders.map(({ id, packedWith }) => [id, packedWith])).toEqual([
    [3, [1]],
    [2, undefined],
    [1, [3]],
  ])
  // Only the packing mark changes: no money, no capacity, nothing that forms compare.
  const after = await shop.db.selectFrom('orders').selectAll().orderBy('id').execute()
  expect(after).toEqual(before.map((row) => (row.id === 3 ? { ...row, packed_with: 1 } : row)))
  expect(await checkBooks(shop.db)).toEqual([])
  await put(3, null)
  expect((await listed('pack'))[2]).toEqual([3, undefined, 1])
})

test('what was packed together no longer is once one of them is for another day, or cancelled', async () => {
  const { shop, ask, listed, put } = await aDay()
  await put(3, 1)
  await ask('PUT', '/api/orders/1/status', { status: 'cancelled' })
  await shop.settled()
  const alone = [
    [2, undefined, undefined],
    [3, undefined, undefined],
  ]
  expect(await listed('pack')).toEqual(alone)
  expect((await ask('GET', '/api/orders/3')).json()).not.toHaveProperty('packedWith')
  await ask('PUT', '/api/orders/1/status', { status: 'pending' })
  expect((await listed('pack'))[0]).toEqual([1, [3], undefined])
  const row = shop.db.selectFrom('market_days').select('id').where('day', '=', DAY)
  const { id } = await row.where('place_id', '=', 2).executeTakeFirstOrThrow()
  const moved = { market_day_id: id, pickup_location: 'farm_store' }
  await write(shop.db, (tx) => tx.updateTable('orders').set(moved).where('id', '=', 1).execute())
  expect(await listed('pack')).toEqual([[1, undefined, undefined], ...alone])
  expect((await ask('GET', '/api/orders/3')).json()).not.toHaveProperty('packedWith')
})

test('an order is packed together with an earlier one of its day alone', async () => {
  const { buy, put } = await aDay()
  const store = await buy('ada@example.com', { pickupLocation: 'farm_store' })
  const requested: [number, number, number, string][] = [
    [3, store, 400, 'Please pack it together with an earlier order.'],
    [3, 3, 400, 'Please pack it together with an earlier order.'],
    [store, 1, 400, 'Order #1 is not packed for the same day.'],
    [3, 99, 404, 'There is no order #99.'],
    [99, 1, 404, 'There is no order #99.'],
  ]
  for (const [id, other, status, message] of requested) {
    const refused = await put(id, other)
    expect([refused.statusCode, refused.json().message]).toEqual([status, message])
  }
})
