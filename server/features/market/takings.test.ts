import { expect, test } from 'vitest'
import type { Takings } from '#contract/money/analytics.ts'
import type { PeriodFigures } from '#contract/money/figures.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { aPhone } from '#tests/a-stall.ts'
import { atDesk } from '#tests/at-desk.ts'

/** Late Friday on the farm, already Saturday in UTC. */
const FRIDAY = '2026-11-21T04:30:00.000Z'

test('card revenue and the count of orders stay what they are; other money stands beside them, exact', async () => {
  const shop = await aShop({ now: FRIDAY })
  const eggs = await aProduct(shop.db, { price: 500, stock: 50 })
  const desk = atDesk(shop)
  const call = async (...of: Parameters<typeof desk>) => (await desk(...of)).json()
  const figures = () => call('GET', '/api/analytics/dashboard')
  const takings = (): Promise<Takings> => call('GET', '/api/analytics/takings')
  const twice = async (url: string, payload: object) =>
    Promise.all([call('POST', url, payload), call('POST', url, payload)])
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 3]]))
  await shop.settled()
  expect(await figures()).toMatchObject({ totalOrders: 1, totalRevenue: 15 })
  expect(await takings()).toMatchObject({ card: 15, orders: 0, sales: 0, together: 15 })

  const day = shop.db.selectFrom('market_days').select('id').where('day', '>', '2026-11-25')
  const { id: marketDayId } = await day.where('place_id', '=', 1).executeTakeFirstOrThrow()
  await twice('/api/desk/orders', {
    ...{ id: crypto.randomUUID(), customerName: 'Ada', marketDayId, total: 10, paidBy: 'Check' },
    items: [{ productId: eggs.id, quantity: 2, price: 5 }],
  })
  const market = shop.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-21')
  const { id: dayId } = await market.where('place_id', '=', 1).executeTakeFirstOrThrow()
  const phone = await aPhone(shop, { dayId })
  const sale = async (amount: number, ways: Record<string, number>) => {
    const sold = phone.make('sell', {
      lines: [{ productId: eggs.id, units: 1, amount }],
      tenders: Object.entries(ways).map(([way, part]) => {
        return { way, isCash: way === 'Cash', amount: part }
      }),
      note: null,
    })
    await Promise.all([phone.send(sold), phone.send(sold)])
    return sold.id
  }
  await sale(7.35, { Cash: 5.35, Check: 2 })
  await phone.report('void-sale', { target: await sale(99.99, { Cash: 99.99 }) })
  shop.clock.now = new Date('2026-11-21T17:00:00.000Z')
  await sale(4, { Cash: 4 })

  expect(await figures()).toMatchObject({ totalOrders: 2, totalRevenue: 15 })
  expect(await takings()).toEqual({ card: 15, orders: 10, sales: 11.35, together: 36.35 })
  const { money }: PeriodFigures = await call('GET', '/api/analytics/period?period=this-year')
  expect(money.ways.map(({ name, total }) => [name, total])).toEqual([
    ['Card', 15],
    ['Cash', 9.35],
    ['Check', 12],
  ])
  expect(await checkBooks(shop.db)).toEqual([])
})
