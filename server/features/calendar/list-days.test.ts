import { describe, expect, onTestFinished, test } from 'vitest'
import type { MarketDay, OrderingCalendar } from '#contract/calendar/market-days.ts'
import { type ShopEvent, subscribe } from '#server/db/write.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aFarmCalendar, MARKET, STORE, WEDNESDAYS } from '#tests/a-farm-calendar.ts'
import { aPhone, cashSale } from '#tests/a-stall.ts'

type Farm = Awaited<ReturnType<typeof aFarmCalendar>>

/** The delivery zone every shop starts with. */
const DELIVERY = 3

const SEASON = { seasonFrom: '05-02', seasonUntil: '10-31' }

/** The market and the store run May to October; it is November. */
async function closeForWinter(farm: Farm): Promise<void> {
  for (const id of [MARKET, STORE]) await farm.twoSteps('PUT', `/api/day-rules/${id}`, SEASON)
}

async function calendarOf(farm: Farm): Promise<OrderingCalendar> {
  return (await farm.inject({ url: '/api/market-days' })).json()
}

const said = (days: MarketDay[]) => days.map(({ placeKey, day }) => `${placeKey} ${day}`)

function toZip(farm: Farm, zipCode: string, more: Record<string, unknown> = {}) {
  const shippingAddress = { address: '1 Main St', city: 'Hot Springs', state: 'SD', zipCode }
  const way = { deliveryMethod: 'shipping', pickupLocation: null, shippingAddress }
  return orderBody([[farm.eggs, 5]], { ...way, ...more })
}

async function drawZones(farm: Farm): Promise<{ town: string; hills: string }> {
  const zone = { kind: 'delivery', address: null, mapUrl: null, note: null }
  await farm.answer('PUT', `/api/places/${DELIVERY}`, { isRetired: true })
  const town = await farm.answer('POST', '/api/places', {
    ...zone,
    ...{ name: 'Town', zips: ['57747'], daysAhead: 2 },
  })
  const hills = await farm.answer('POST', '/api/places', { ...zone, name: 'Hills', zips: ['5773'] })
  await farm.twoSteps('POST', '/api/day-rules', { ...WEDNESDAYS, placeId: town.id })
  return { town: town.key, hills: hills.key }
}

describe('a ZIP code', () => {
  test('leads to its zone, whose days are the zone’s own', async () => {
    const farm = await aFarmCalendar()
    const { town, hills } = await drawZones(farm)
    const zoneOf = async (zip: string) => {
      const got = await farm.inject({ url: `/api/delivery-zones/${zip}` })
      return got.json().placeKey ?? [got.statusCode, got.json().message]
    }
    expect(await zoneOf('57747')).toBe(town)
    expect(await zoneOf('57747-1234')).toBe(town)
    expect(await zoneOf('57735')).toBe(hills)
    expect(await zoneOf('5774')).toEqual([400, 'A ZIP code has five digits; this one has 4.'])
    expect(await zoneOf('99501')).toEqual([
      400,
      'We deliver to 57747 and ZIP codes that begin with 5773. Please choose pickup.',
    ])
    const { places, days } = await calendarOf(farm)
    expect(said(days).filter((day) => day.startsWith(town))).toEqual([
      `${town} 2026-11-25`,
      `${town} 2026-12-02`,
    ])
    expect(places.map(({ key, hasDays }) => [key, hasDays])).toEqual([
      ['farmers_market', true],
      ['farm_store', true],
      [town, true],
      [hills, false],
    ])
  })

  test('gets the day it names of its zone, else the earliest; without days none, and a zone whose days are over none at all', async () => {
    const farm = await aFarmCalendar()
    const { town } = await drawZones(farm)
    const dayOf = async (zipCode: string, day?: string) => {
      const placed = await aKeyedBuyer(farm).buy(toZip(farm, zipCode, day ? { day } : {}))
      expect(placed.statusCode, JSON.stringify(placed.json())).toBe(201)
      const order = await farm.db
        .selectFrom('orders')
        .leftJoin('market_days', 'market_days.id', 'orders.market_day_id')
        .select('market_days.day')
        .where('orders.id', '=', placed.json().id)
        .executeTakeFirstOrThrow()
      return order.day
    }
    expect(await dayOf('57747')).toBe('2026-11-25')
    expect(await dayOf('57747', '2026-12-02')).toBe('2026-12-02')
    expect(await dayOf('57735')).toBeNull()
    const rule = (await farm.show()).places.find(({ key }) => key === town)?.rules[0]
    await farm.twoSteps('PUT', `/api/day-rules/${rule?.id}`, SEASON)
    farm.clock.now = new Date('2026-12-03T18:00:00.000Z')
    const refused = await aKeyedBuyer(farm).createIntent(toZip(farm, '57747'))
    expect(refused.json()).toMatchObject({
      code: 'place-closed',
      message: 'Town has no days open for orders right now. We open again on May 5.',
    })
  })
})

describe('off season', () => {
  test('everybody says when the farm opens again, beyond the days that are made', async () => {
    const farm = await aFarmCalendar()
    await closeForWinter(farm)
    const text = 'We open again on May 8'
    const { places, days } = await calendarOf(farm)
    expect(days).toEqual([])
    expect(places.map(({ opensAgain }) => opensAgain)).toEqual(['2027-05-08', '2027-05-08', null])
    const next = await farm.refusal('GET', '/api/pickup')
    expect(next).toEqual([409, 'place-closed', undefined, `${text}.`])
    const refused = await aKeyedBuyer(farm).createIntent(orderBody([[farm.eggs, 1]]))
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `Farmers market has no days open for orders right now. ${text}.`,
    ])
    const question = { message: 'When can I pick up?', sessionId: 'a'.repeat(21) }
    const helper = await farm.answer('POST', '/api/chat/message', question)
    expect(helper.message).toContain(`${text}.`)
  })

  test('the season’s last day is told while it lasts, though its ordering has ended', async () => {
    const farm = await aFarmCalendar()
    const season = { seasonFrom: '10-01', seasonUntil: '11-21' }
    for (const id of [MARKET, STORE]) await farm.twoSteps('PUT', `/api/day-rules/${id}`, season)
    farm.clock.now = new Date('2026-11-21T20:00:00.000Z')
    expect((await farm.inject({ url: '/api/pickup' })).json()).toEqual({ pickupDate: '2026-11-21' })
    expect((await calendarOf(farm)).places[0]?.opensAgain).toBe('2027-10-02')
    farm.clock.now = new Date('2026-11-22T00:00:00.000Z')
    expect((await farm.refusal('GET', '/api/pickup'))[3]).toBe('We open again on October 2.')
  })

  test('a closure past the days that are made is a break with the farmer’s words', async () => {
    const farm = await aFarmCalendar()
    const winter = { fromDay: '2026-11-18', untilDay: '2027-03-10', message: 'Winter break' }
    await farm.twoSteps('POST', '/api/closures', { placeId: null, ...winter })
    expect((await farm.refusal('GET', '/api/pickup'))[3]).toBe(
      'Winter break · We open again on March 13.',
    )
  })
})

describe('what is kept of the days', () => {
  test('is another one at the very end of ordering, as at the quote', async () => {
    const farm = await aFarmCalendar()
    const end = Date.parse('2026-11-21T07:00:00.000Z')
    for (const [at, day] of [
      [end - 1, '2026-11-21'],
      [end, '2026-11-28'],
      // When the clock is set back, the newer answer must not be served.
      [end - 1, '2026-11-21'],
    ] as const) {
      farm.clock.now = new Date(at)
      expect((await calendarOf(farm)).days[0]?.day).toBe(day)
      expect((await farm.inject({ url: '/api/pickup' })).json().pickupDate).toBe(day)
      const order = orderBody([[farm.eggs, 1]], { day })
      expect((await aKeyedBuyer(farm).createIntent(order)).statusCode).toBe(200)
    }
  })

  test('is another one with each sale of a day that may have few boxes, and with its cancellation', async () => {
    const farm = await aFarmCalendar()
    const { id } = await farm.dayAt('2026-11-21')
    await farm.answer('PUT', `/api/market-days/${id}`, { capacity: 2 })
    const left = async () => {
      const day = (await calendarOf(farm)).days.find((one) => one.id === id)
      return [day?.state, day?.left]
    }
    expect(await left()).toEqual(['open', 2])
    const order = await farm.buy()
    expect(await left()).toEqual(['open', 1])
    await farm.buy()
    expect(await left()).toEqual(['full', null])
    await farm.answer('PUT', `/api/orders/${order}/status`, { status: 'shipped' })
    await farm.answer('PUT', `/api/orders/${order}/status`, { status: 'cancelled' })
    expect(await left()).toEqual(['open', 1])
  })

  test('makes no news of days when something is sold: online, by phone and at the stand', async () => {
    const farm = await aFarmCalendar()
    const { id } = await farm.dayAt('2026-11-21')
    await farm.answer('PUT', `/api/market-days/${id}`, { capacity: 9 })
    const events: ShopEvent[] = []
    onTestFinished(subscribe(farm.db, (some) => void events.push(...some)))
    const kinds = () => [...new Set(events.splice(0).map(({ kind }) => kind))].sort()
    await farm.buy()
    expect(kinds()).toEqual(['orders', 'stock'])
    const at = { id: crypto.randomUUID(), marketDayId: id }
    const items = [{ productId: farm.eggs.id, quantity: 1, price: 5 }]
    const phone = { customerName: 'Ruth', items, total: 5, paidBy: null }
    await farm.answer('POST', '/api/desk/orders', { ...at, ...phone })
    expect(kinds()).toEqual(['orders', 'stock'])
    const sold = (await calendarOf(farm)).days.find((day) => day.id === id)
    expect(sold?.left).toBe(7)
    farm.clock.now = new Date('2026-11-21T17:00:00.000Z')
    const seller = await aPhone(farm, { dayId: id })
    kinds()
    await seller.report('sell', cashSale(5, { productId: farm.eggs.id }))
    expect(kinds()).toEqual(['phones', 'stock'])
  })
})
