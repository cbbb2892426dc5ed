import { describe, expect, test } from 'vitest'
import type { Figures } from '#contract/money/analytics.ts'
import { write } from '#server/db/write.ts'
import { aKeyedBuyer, type CartLine, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { mondayOf } from './read-figures.ts'

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
    expect(mondayOf('2026-11-16T06:59:00.000Z', ZONE).toString()).toBe('2026-11-09')
    expect(mondayOf('2026-11-16T07:00:00.000Z', ZONE).toString()).toBe('2026-11-16')
    expect(mondayOf('2026-07-13T05:59:00.000Z', ZONE).toString()).toBe('2026-07-06')
    expect(mondayOf('2026-07-13T06:00:00.000Z', ZONE).toString()).toBe('2026-07-13')
  })

  test('of nothing is a week of nothing: half a year has twenty-six', async () => {
    const { figures } = await aSellingShop()
    const { weeks } = await figures()
    const days = weeks.map(({ monday }) => Temporal.PlainDate.from(monday))
    expect(new Set(days.map(({ dayOfWeek }) => dayOfWeek))).toEqual(new Set([1]))
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
  const found = await figures()
  expect([found.testMode, sold(found)]).toEqual([true, []])
})

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
