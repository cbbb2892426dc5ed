import { describe, expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { aFarmCalendar, MARKET, STORE } from '#tests/a-farm-calendar.ts'
import { changeDay } from './by-hand-days.ts'
import { fillDays } from './fill-days.ts'

const FAIR = {
  placeId: STORE,
  days: ['2026-12-20', '2027-05-02'],
  opens: '10:00',
  closes: '16:00',
  orderDays: 2,
  orderTime: '18:00',
  capacity: 12,
}

describe('market days made by hand', () => {
  test('stand beside those of the rules, and no rule and no closure changes them', async () => {
    const farm = await aFarmCalendar()
    const made = await farm.answer('POST', '/api/market-days', FAIR)
    expect(made).toMatchObject([
      {
        day: '2026-12-20',
        capacity: 12,
        byHand: true,
        ruleId: null,
        orderDays: 2,
        orderTime: '18:00',
        orderUntil: '2026-12-19T01:00:00.000Z',
      },
      { day: '2027-05-02' },
    ])
    const closed = await farm.twoSteps('POST', '/api/closures', {
      fromDay: '2026-12-19',
      untilDay: '2026-12-20',
    })
    expect(closed.changed.map(({ day }) => day)).toEqual(['2026-12-19', '2026-12-19'])
    await fillDays(farm.shop)
    expect(await farm.dayAt('2026-12-20', STORE)).toMatchObject({ state: 'open' })
  })

  const WRONG = [
    [{ days: [] }, 'days', 'Please choose at least one day.'],
    [{ days: ['2026-02-30'] }, 'days.0', 'Please write a day as YYYY-MM-DD.'],
    [{ days: ['2026-12-20', '2026-11-17'] }, 'days.1', 'Tuesday, November 17, 2026 is over.'],
    [{ days: ['2029-01-01'] }, 'days.0', 'Please choose days of the next two years.'],
    [
      { days: ['2026-11-28'] },
      'days.0',
      'Farm store has a market day on Saturday, November 28, 2026 already.',
    ],
    [
      { days: ['2026-12-20', '2026-12-20'] },
      'days.1',
      'Farm store has a market day on Sunday, December 20, 2026 already.',
    ],
    [{ closes: '09:00' }, 'closes', 'It must close after it opens.'],
    [{ orderDays: 0 }, 'orderTime', 'The order cutoff must be before closing time.'],
    [{ capacity: 0 }, 'capacity', 'At least 1 box, please.'],
    [{ placeId: 9 }, 'placeId', 'There is no such place in use.'],
    [
      { days: ['2027-03-14'], opens: '02:30', closes: '03:15', orderDays: 1 },
      'opens',
      'The clocks change on Sunday, March 14, 2027. Please choose other hours.',
    ],
  ] as const

  test('are refused by the field that is wrong', async () => {
    const farm = await aFarmCalendar()
    for (const [change, field, message] of WRONG) {
      const got = await farm.refusal('POST', '/api/market-days', { ...FAIR, ...change })
      expect(got).toEqual([400, 'invalid', field, message])
    }
  })
})

describe('one day', () => {
  test('gets other hours and another end of ordering, and keeps its orders and what they were promised', async () => {
    const farm = await aFarmCalendar()
    const order = await farm.buy()
    const base = await farm.dayAt('2026-11-21')
    const url = `/api/market-days/${base.id}`
    const { placeId, day, ...rest } = base
    expect([placeId, day, rest.byHand]).toEqual([MARKET, '2026-11-21', false])
    const times = { opens: '10:00', orderDays: 1, orderTime: '12:00', capacity: 30, base }
    expect(await farm.answer('PUT', url, times)).toMatchObject({
      opensAt: '2026-11-21T17:00:00.000Z',
      orderUntil: '2026-11-20T19:00:00.000Z',
      capacity: 30,
      orders: 1,
      byHand: true,
    })
    const stored = await farm.db
      .selectFrom('orders')
      .select(['market_day_id', 'order_until'])
      .where('id', '=', order)
      .executeTakeFirst()
    expect(stored).toEqual({ market_day_id: base.id, order_until: '2026-11-21T07:00:00.000Z' })
  })

  test('takes no fewer boxes than were ordered, and may take any number again', async () => {
    const farm = await aFarmCalendar()
    for (let orders = 0; orders < 2; orders++) await farm.buy()
    const { id } = await farm.dayAt('2026-11-21')
    const url = `/api/market-days/${id}`
    expect(await farm.refusal('PUT', url, { capacity: 1 })).toEqual([
      400,
      'invalid',
      'capacity',
      'That day already has 2 orders.',
    ])
    expect((await farm.refusal('PUT', url, { capacity: 0 }))[3]).toBe('At least 1 box, please.')
    await farm.answer('PUT', url, { capacity: 2 })
    expect((await farm.inject({ url: '/api/market-days' })).json().days[0].state).toBe('full')
    expect(await farm.answer('PUT', url, { capacity: null })).toMatchObject({ capacity: null })
  })

  test('that is closed says how many orders are left to settle, and opens again', async () => {
    const farm = await aFarmCalendar()
    await farm.buy()
    const settled = await farm.buy()
    const { id } = await farm.dayAt('2026-11-21')
    await write(farm.db, async (tx) => {
      await tx
        .updateTable('market_days')
        .set({ state: 'closed', message: 'Storm' })
        .where('id', '=', id)
        .execute()
      await tx
        .updateTable('orders')
        .set({ settled_at: '2026-11-18T18:00:00.000Z' })
        .where('id', '=', settled)
        .execute()
    })
    expect(await farm.dayAt('2026-11-21')).toMatchObject({ orders: 2, unsettled: 1 })
    expect((await farm.refusal('PUT', `/api/market-days/${id}`, { state: 'closed' }))[2]).toBe(
      'state',
    )
    expect(await farm.answer('PUT', `/api/market-days/${id}`, { state: 'open' })).toMatchObject({
      state: 'open',
      message: '',
      unsettled: 0,
    })
  })

  test('that is over stays as it was', async () => {
    const farm = await aFarmCalendar()
    const { id } = await farm.dayAt('2026-11-21')
    farm.clock.now = new Date('2026-11-21T19:00:00.000Z')
    await expect(changeDay(farm.shop, id, { opens: '08:00' })).rejects.toMatchObject({
      code: 'invalid',
      message: 'Saturday, November 21, 2026 is over.',
    })
    await expect(changeDay(farm.shop, 999, {})).rejects.toMatchObject({ code: 'not-found' })
  })
})

test('days share one stock: each says what it takes of it, the others to come, and what is left', async () => {
  const farm = await aFarmCalendar()
  await farm.answer('PUT', `/api/places/${MARKET}`, { daysAhead: 2 })
  await farm.buy()
  await farm.buy({ day: '2026-11-28' })
  const cancelled = await farm.buy({ day: '2026-11-28' })
  await farm.answer('PUT', `/api/orders/${cancelled}/status`, { status: 'cancelled' })
  await farm.buy({ pickupLocation: 'farm_store' })
  const { id } = await farm.dayAt('2026-11-21')
  expect(await farm.answer('GET', `/api/market-days/${id}/products`)).toEqual([
    {
      productId: farm.eggs.id,
      name: farm.eggs.name,
      ordered: 1,
      orderedForOthers: 2,
      most: null,
      isOwnMost: false,
      forSale: 997,
    },
  ])
  expect((await farm.refusal('GET', '/api/market-days/999/products'))[0]).toBe(404)
})
