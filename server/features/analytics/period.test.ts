import { describe, expect, test } from 'vitest'
import type { PeriodFigures } from '#contract/money/figures.ts'
import { write } from '#server/db/write.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { aPhone } from '#tests/a-stall.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { dayIdOf } from '#tests/shop-rows.ts'
import { daysOfPeriod, farmSpans } from './period-days.ts'

const SATURDAY = Temporal.PlainDate.from('2026-11-21')
const SUMMER = { from: '05-01', to: '10-31' }
const WINTER = { from: '11-15', to: '03-31' }

describe('the days of a period', () => {
  test.each([
    ['this-week', null, '2026-11-16', '2026-11-22'],
    ['last-week', null, '2026-11-09', '2026-11-15'],
    ['this-month', null, '2026-11-01', '2026-11-30'],
    ['last-month', null, '2026-10-01', '2026-10-31'],
    ['this-season', SUMMER, '2026-05-01', '2026-10-31'],
    ['this-season', WINTER, '2026-11-15', '2027-03-31'],
    ['this-season', null, '2026-01-01', '2026-12-31'],
    ['last-year', null, '2025-01-01', '2025-12-31'],
  ] as const)('%s (%o) are from %s to %s', (period, season, from, to) => {
    expect(daysOfPeriod({ period }, SATURDAY, season)).toEqual({ from, to })
  })

  test('are the month where nothing is said, and refused in words where they are none', () => {
    expect(daysOfPeriod({}, SATURDAY, null).from).toBe('2026-11-01')
    const refused = [
      { from: '2026-11-02', to: '2026-11-01' },
      { from: '2026-11-02' },
      { from: '2010-01-01', to: '2026-01-01' },
    ]
    for (const query of refused)
      expect(() => daysOfPeriod(query, SATURDAY, null)).toThrow(
        expect.objectContaining({ code: 'invalid' }),
      )
  })

  test('have 25 hours where the farm sets its clock back', () => {
    const day = { from: '2026-11-01', to: '2026-11-01' }
    expect(farmSpans(day, 'America/Denver')).toEqual([
      { day: day.from, begins: '2026-11-01T06:00:00.000Z', ends: '2026-11-02T07:00:00.000Z' },
    ])
  })
})

test('goods count on the day of the pickup, money on the day it moved, and the file says both ends', async () => {
  // Late Friday on the farm, already Saturday in UTC.
  const shop = await aShop({ now: '2026-11-21T04:30:00.000Z' })
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 50 })
  const call = atSettledDesk(shop)
  const figures = async (from: string, to: string): Promise<PeriodFigures> =>
    (await call('GET', `/api/analytics/period?from=${from}&to=${to}`)).json()
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 3]]))
  await shop.settled()
  const pickup = (
    await shop.db.selectFrom('orders').select('pickup_date').executeTakeFirstOrThrow()
  ).pickup_date
  expect(pickup).toBe('2026-11-21')
  const sale = {
    lines: [
      { productId: eggs.id, units: 2, amount: 9 },
      { name: '=1+1', units: 1, amount: 1 },
    ],
  }
  const tenders = [
    { way: 'Cash', isCash: true, amount: 6 },
    { way: '=Venmo', isCash: false, amount: 3 },
    { way: 'Market tokens', isCash: false, amount: 1 },
  ]
  const phone = await aPhone(shop, { dayId: await dayIdOf(shop) })
  const undone = phone.make('sell', {
    lines: [{ productId: eggs.id, units: 1, amount: 5 }],
    ...{ tenders: [{ way: 'Cash', isCash: true, amount: 5 }], note: null },
  })
  const undo = phone.make('void-sale', { target: undone.id })
  await phone.send(phone.make('sell', { ...sale, tenders, note: null }), undone, undo)
  shop.clock.now = new Date('2026-11-24T18:00:00.000Z')
  await call('POST', '/api/orders/1/refunds', { amount: 2, reason: 'Cracked' })
  const dozen = [{ productId: eggs.id, quantity: 1 }]
  await call('POST', '/api/orders/1/refunds', { amount: 6, reason: 'Sorry', missing: dozen })
  await shop.settled()

  const friday = await figures('2026-11-20', '2026-11-20')
  expect(friday).toMatchObject({ orders: 0, sales: 0, revenue: 0 })
  expect(friday.money).toMatchObject({ taken: 25, givenBack: 0, total: 25, untold: 1 })
  const pickupDay = await figures('2026-11-21', '2026-11-21')
  expect(pickupDay).toMatchObject({ orders: 1, sales: 1, revenue: 17 })
  expect(pickupDay.products).toMatchObject([{ productId: eggs.id, units: 4, revenue: 19 }])
  // Of the $8 given back, the missing dozen was $5.
  expect(pickupDay.others).toEqual([
    { kind: 'unlisted', amount: 1 },
    { kind: 'refund', amount: -3 },
  ])
  expect(pickupDay.money).toMatchObject({ taken: 0, net: 0 })

  const file = await call('GET', '/api/analytics/bookkeeping.csv?period=this-month')
  expect(file.headers['content-disposition']).toContain(
    'farmstand-money-2026-11-01-to-2026-11-30.csv',
  )
  expect(file.body.replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'Date,Paid with,Gross,Refunds,Total,Fees,Net,Note',
    '2026-11-20,Card,15.00,0.00,15.00,not reported,15.00,Test cards: no real money',
    '2026-11-20,Cash,6.00,0.00,6.00,0.00,6.00,',
    "2026-11-20,'=Venmo,3.00,0.00,3.00,0.00,3.00,",
    '2026-11-20,Market tokens,1.00,0.00,1.00,0.00,1.00,',
    '2026-11-24,Card,0.00,8.00,-8.00,0.00,-8.00,Test cards: no real money',
    'Total,,25.00,8.00,17.00,not reported,17.00,',
    'No sales tax is collected: the shop adds none to its prices.,,,,,,,',
  ])
})

test('live money and test money are never added up', async () => {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { price: 500, stock: 50 })
  const desk = atSettledDesk(shop)
  const taken = async () => {
    const shown = await desk('GET', '/api/analytics/period?period=this-month')
    return shown.json<PeriodFigures>().money.taken
  }
  await aKeyedBuyer(shop).buy(orderBody([[eggs, 2]]))
  await shop.settled()
  expect(await taken()).toBe(10)
  await write(shop.db, (tx) =>
    tx.updateTable('payments').set({ provider: 'stripe', livemode: true }).execute(),
  )
  expect(await taken()).toBe(0)
})
