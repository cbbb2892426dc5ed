import { describe, expect, test } from 'vitest'
import type { Figures } from '#contract/analytics.ts'
import type { Product } from '#contract/products.ts'
import { write } from '#server/db/write.ts'
import { aKeyedBuyer, type CartLine, orderBody } from '#tests/a-buyer.ts'
import { type AShop, aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { lastMondays, mondayOf } from './read-figures.ts'

/** Wednesday noon on the farm. */
const ZONE = 'America/Denver'
const NOW = '2026-11-18T19:00:00.000Z'

async function aSellingShop() {
  const shop = await aShop({ now: NOW })
  const cookie = await signIn(shop)
  return {
    shop,
    buyAt: async (instant: string, lines: CartLine[]) => {
      shop.clock.now = new Date(instant)
      const answer = await aKeyedBuyer(shop).buy(orderBody(lines))
      shop.clock.now = new Date(NOW)
      return Number(answer.json().id)
    },
    desk: (method: 'PUT' | 'POST' | 'DELETE', url: string, payload: object) =>
      shop.inject({ method, url, headers: { cookie }, payload }),
    figures: async () =>
      (await shop.inject({ url: '/api/analytics/figures', headers: { cookie } })).json() as Figures,
  }
}

const sold = ({ weeks }: Figures) =>
  weeks.filter(({ orders, revenue }) => orders > 0 || revenue !== 0)

describe('a week', () => {
  test('begins on Monday by the farm’s clock, whatever UTC says', () => {
    // Sunday 11:59 PM and Monday midnight in South Dakota, in winter and in summer time.
    expect(mondayOf('2026-11-16T06:59:00.000Z', ZONE)).toBe('2026-11-09')
    expect(mondayOf('2026-11-16T07:00:00.000Z', ZONE)).toBe('2026-11-16')
    expect(mondayOf('2026-07-13T05:59:00.000Z', ZONE)).toBe('2026-07-06')
    expect(mondayOf('2026-07-13T06:00:00.000Z', ZONE)).toBe('2026-07-13')
  })

  test('of nothing is a week of nothing: half a year has twenty-six', async () => {
    const { figures } = await aSellingShop()
    const { weeks } = await figures()
    expect(weeks.map(({ monday }) => monday)).toEqual(lastMondays(new Date(NOW), 26, ZONE))
    expect([weeks.length, weeks[0]?.monday, weeks.at(-1)?.monday]).toEqual([
      26,
      '2026-05-25',
      '2026-11-16',
    ])
    expect(weeks.every(({ orders, revenue }) => orders === 0 && revenue === 0)).toBe(true)
  })
})

test('revenue counts in the week of its order, without what was given back, and an order of before is left out', async () => {
  const { shop, buyAt, desk, figures } = await aSellingShop()
  const eggs = await aProduct(shop.db, { price: 550, stock: 100 })
  await buyAt('2026-05-25T05:59:00.000Z', [[eggs, 9]])
  await buyAt('2026-05-25T06:00:00.000Z', [[eggs, 1]])
  await buyAt('2026-11-16T06:30:00.000Z', [[eggs, 2]])
  const refunded = await buyAt('2026-11-16T07:30:00.000Z', [[eggs, 4]])
  const cancelled = await buyAt('2026-11-17T18:00:00.000Z', [[eggs, 3]])
  await desk('PUT', `/api/orders/${cancelled}/status`, { status: 'cancelled' })
  await desk('POST', `/api/orders/${refunded}/refunds`, { amount: 1.25, reason: 'One was cracked' })
  expect(sold(await figures())).toEqual([
    { monday: '2026-05-25', orders: 1, revenue: 5.5 },
    { monday: '2026-11-09', orders: 1, revenue: 11 },
    { monday: '2026-11-16', orders: 1, revenue: 20.75 },
  ])
})

test('live money and test money are never added up', async () => {
  const { shop, buyAt, figures } = await aSellingShop()
  await buyAt(NOW, [[await aProduct(shop.db), 1]])
  await write(shop.db, async (tx) => {
    await tx.updateTable('payments').set({ provider: 'stripe', livemode: true }).execute()
  })
  const { testMode, bestSellers, ...rest } = await figures()
  expect([testMode, bestSellers, sold({ testMode, bestSellers, ...rest })]).toEqual([true, [], []])
})

test('the best sellers are the ten most sold of thirteen weeks, without what came back or was cancelled, by the name of today', async () => {
  const { shop, buyAt, desk, figures } = await aSellingShop()
  const kinds = await severalKinds(shop, 12)
  const [first, second, ...others] = kinds
  if (!first || !second) throw new Error('no kinds')
  await buyAt('2026-08-24T05:59:00.000Z', [[first, 50]])
  const order = await buyAt(
    '2026-08-24T06:00:00.000Z',
    kinds.map((kind): CartLine => [kind, 2]),
  )
  await buyAt(NOW, [
    [second, 5],
    [first, 3],
  ])
  const cancelled = await buyAt(NOW, [[others[0] ?? first, 30]])
  await desk('PUT', `/api/orders/${cancelled}/status`, { status: 'cancelled' })
  await desk('POST', `/api/orders/${order}/refunds`, {
    amount: 1,
    reason: 'Squashed',
    restock: [{ productId: first.id, quantity: 1 }],
  })
  await desk('PUT', `/api/products/${second.id}`, { name: 'Honey, quart' })
  await desk('DELETE', `/api/products/${second.id}`, {})
  const { bestSellers } = await figures()
  expect(bestSellers).toHaveLength(10)
  expect(bestSellers.slice(0, 3)).toEqual([
    { productId: second.id, name: 'Honey, quart', quantity: 7, revenue: 7 },
    { productId: first.id, name: 'Kind 1', quantity: 4, revenue: 4 },
    { productId: others[0]?.id, name: 'Kind 3', quantity: 2, revenue: 2 },
  ])
})

test('what the best sellers brought is the revenue without delivery fees, whatever is given back', async () => {
  const { shop, buyAt, desk, figures } = await aSellingShop()
  const [jam, honey] = await severalKinds(shop, 2)
  if (!jam || !honey) throw new Error('no kinds')
  const refunds = [
    { amount: 3, missing: [{ productId: jam.id, quantity: 3 }] },
    { amount: 1.25 },
    { amount: 1, restock: [{ productId: honey.id, quantity: 2 }] },
    { amount: 7 },
    { amount: 2.5, missing: [{ productId: jam.id, quantity: 4 }], restock: true },
  ]
  let units = 0
  for (const refund of refunds) {
    const order = await buyAt(NOW, [
      [jam, 4],
      [honey, 3],
    ])
    const { statusCode } = await desk('POST', `/api/orders/${order}/refunds`, {
      reason: 'Frost',
      ...refund,
    })
    expect(statusCode).toBe(201)
    const { bestSellers, weeks } = await figures()
    const [brought, revenue] = [bestSellers, weeks].map((rows: { revenue: number }[]) =>
      rows.reduce((sum, row) => sum + Math.round(row.revenue * 100), 0),
    )
    expect(brought).toBe(revenue)
    units = bestSellers.reduce((sum, { quantity }) => sum + quantity, 0)
  }
  // Seven of each order; three and two came off, one order kept no money, and one none of its
  // goods.
  expect(units).toBe(7 + 7 - 3 + 7 - 2)
})

async function severalKinds(shop: AShop, many: number) {
  const kinds: Product[] = []
  for (let kind = 1; kind <= many; kind++)
    kinds.push(await aProduct(shop.db, { name: `Kind ${kind}`, price: 100, stock: 100 }))
  return kinds
}

test('what is running out stands there from the emptiest on; what left the shop does not', async () => {
  const { shop, desk, buyAt, figures } = await aSellingShop()
  await aProduct(shop.db, { name: 'Plenty', stock: 6 })
  await aProduct(shop.db, { name: 'Few', stock: 5 })
  await aProduct(shop.db, { name: 'None', stock: 0 })
  const gone = await aProduct(shop.db, { name: 'Gone', stock: 2 })
  await buyAt(NOW, [[gone, 1]])
  await desk('DELETE', `/api/products/${gone.id}`, {})
  expect((await figures()).lowStock.map(({ name, stock }) => [name, stock])).toEqual([
    ['None', 0],
    ['Few', 5],
  ])
})
