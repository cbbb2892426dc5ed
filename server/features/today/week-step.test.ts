import { describe, expect, test } from 'vitest'
import type { Today } from '#contract/today.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { MARKET, STORE } from '#tests/a-farm-calendar.ts'
import { aNewsletter } from '#tests/a-newsletter.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { aPhone } from '#tests/a-stall.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { dayIdOf } from '#tests/shop-rows.ts'

const [FRIDAY, SATURDAY, SUNDAY] = ['2026-11-20', '2026-11-21', '2026-11-22'] as const

/** Market on Saturday 9 to noon, store 2 to 5; ordering ends with Friday. */
async function aFarm(shop: AShop) {
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 2500, stock: 1000 })
  const desk = atSettledDesk(shop)
  const call = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await desk(method, url, payload)
    expect(answer.statusCode, `${url} ${answer.body}`).toBeLessThan(300)
    return answer
  }
  const dayAt = (day: string, placeId = MARKET) => dayIdOf(shop, day, placeId)
  const today = async (): Promise<Today> => (await call('GET', '/api/today')).json()
  let buyers = 0
  return {
    ...{ shop, call, dayAt, today },
    /** Today's button: its step, day, and count, as `pack 21, 3`. */
    async step(): Promise<string> {
      const { next } = await today()
      if (!next) return 'nothing'
      const { name, count, notBefore } = next.step
      return `${name} ${next.day.slice(8)}, ${count}${notBefore ? ` from ${notBefore}` : ''}`
    },
    async dots(): Promise<string> {
      const { next } = await today()
      return (next?.steps ?? []).map(({ name, state }) => `${name} ${state}`).join(', ')
    },
    async buy(): Promise<number> {
      const customerEmail = `buyer${++buyers}@example.com`
      const placed = await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]], { customerEmail }))
      expect(placed.statusCode, placed.body).toBe(201)
      await shop.settled()
      return placed.json().id
    },
    async writeDown(marketDayId: number): Promise<number> {
      const items = [{ productId: eggs.id, quantity: 1, price: 25 }]
      const order = { customerName: 'Will Gray', marketDayId, items, total: 25, paidBy: null }
      const id = crypto.randomUUID()
      return (await call('POST', '/api/desk/orders', { id, ...order })).json().id
    },
    pack: (id: number) => call('PUT', `/api/orders/${id}/packed`, { packed: true }),
    print: (day: string) => call('POST', `/api/days/${day}/harvest/prints`),
    tell: (day: string) => call('POST', `/api/days/${day}/ready`, {}),
    async sell(dayId: number): Promise<void> {
      const lines = [{ name: 'Pumpkin', units: 1, amount: 5 }]
      const tenders = [{ way: 'Cash', isCash: true, amount: 5 }]
      await (await aPhone(shop, { dayId })).report('sell', { lines, tenders, note: null })
    },
    async count(dayId: number): Promise<void> {
      await (await aPhone(shop, { dayId })).report('count-cash', { counted: 5, note: null })
    },
    /** In farm time, seven hours behind UTC: `2026-11-21T09:00`. */
    at(farmTime: string): void {
      shop.clock.now = new Date(`${farmTime}:00-07:00`)
    },
  }
}

async function aFarmWithLetters() {
  const { shop, subscribed } = await aNewsletter()
  await subscribed('reader@example.com')
  return aFarm(shop)
}

describe('the week’s next step', () => {
  test('follows the week from letter to money, by what has happened', async () => {
    const farm = await aFarmWithLetters()
    const { step, dots, at } = farm
    const [market, store] = [await farm.dayAt(SATURDAY), await farm.dayAt(SATURDAY, STORE)]
    const letter = { key: crypto.randomUUID(), subject: 'Saturday', body: 'Kale is in.' }
    const ENDS = 'from 2026-11-21T07:00:00.000Z'
    const orders: number[] = []

    expect(await step()).toBe('letter 21, 1')
    await farm.call('POST', '/api/newsletter/letters', letter)
    expect(await step()).toBe(`harvest 21, 0 ${ENDS}`)
    for (let many = 0; many < 3; many++) orders.push(await farm.buy())
    expect(await step()).toBe(`harvest 21, 3 ${ENDS}`)
    at(`${SATURDAY}T00:40`)
    expect(await step()).toBe('harvest 21, 3')
    await farm.print(SATURDAY)
    expect(await step()).toBe('pack 21, 3')
    for (const id of orders.slice(1)) await farm.pack(id)
    expect(await step()).toBe('pack 21, 3')
    await farm.pack(orders[0] ?? 0)
    expect(await step()).toBe('ready 21, 3')
    await farm.tell(SATURDAY)
    expect(await step()).toBe('market 21, 3')
    expect(await dots()).toBe(
      'letter done, harvest done, pack done, ready done, market now, close coming',
    )

    at(`${SATURDAY}T10:00`)
    await farm.sell(market)
    await farm.call('PUT', `/api/orders/${orders[0]}/collected`, { collected: true })
    expect(await step()).toBe('market 21, 2')
    expect((await farm.today()).next?.step.marketDayId).toBe(market)
    at(`${SATURDAY}T12:01`)
    expect(await step()).toBe('close 21, 0')
    expect((await farm.today()).next?.step.marketDayId).toBe(market)
    await farm.count(market)
    expect(await step()).toBe('market 21, 0')
    expect((await farm.today()).next?.step.marketDayId).toBe(store)
    at(`${SATURDAY}T17:01`)
    expect(await step()).toBe('figures 21, 0')
    // Paid in this week, though for a market day of the next one: money counts on the day it moved.
    await farm.buy()
    const week = { from: '2026-11-16', to: '2026-11-22' }
    expect((await farm.today()).next?.step.money).toEqual({ ...week, amount: 105, weekBefore: 0 })
    const figures = await farm.call('GET', `/api/analytics/period?${new URLSearchParams(week)}`)
    expect(figures.json()).toMatchObject({ revenue: 80, money: { total: 105 } })
    expect(await dots()).not.toMatch(/coming|now|skipped/)
    at(`${SUNDAY}T23:30`)
    expect(await step()).toBe('figures 21, 0')
    at('2026-11-23T06:00')
    expect(await step()).toBe('letter 28, 1')
  })

  test('goes on without what was left out, and says so', async () => {
    const farm = await aFarmWithLetters()
    const id = await farm.buy()
    farm.at(`${SATURDAY}T00:40`)
    expect(await farm.step()).toBe('harvest 21, 1')
    expect(await farm.dots()).toMatch(/^letter skipped, harvest now, pack coming/)
    // Packed without a list, nobody told; the market opens all the same.
    await farm.pack(id)
    expect(await farm.step()).toBe('ready 21, 1')
    farm.at(`${SATURDAY}T09:00`)
    expect(await farm.step()).toBe('market 21, 1')
    expect(await farm.dots()).toBe(
      'letter skipped, harvest done, pack done, ready skipped, market now, close coming',
    )
    await farm.call('PUT', `/api/orders/${id}/collected`, { collected: true })
    farm.at(`${SATURDAY}T17:01`)
    expect(await farm.step()).toBe('figures 21, 0')
    expect(await farm.dots()).toMatch(/pack done, ready skipped, market done/)
  })

  test.each([
    ['a subscriber', async () => aFarm((await aNewsletter()).shop)],
    ['mail', async () => aFarm(await aShop())],
  ])('has no letter without %s', async (_, made) => {
    const farm = await made()
    await farm.buy()
    expect(await farm.step()).toBe('harvest 21, 1 from 2026-11-21T07:00:00.000Z')
    expect(await farm.dots()).not.toContain('letter')
  })

  test('takes a letter that is planned for one that was sent, and one that missed its time for none', async () => {
    const farm = await aFarmWithLetters()
    const letter = { key: crypto.randomUUID(), subject: 'Saturday', body: 'Kale is in.' }
    await farm.call('POST', '/api/newsletter/plans', { ...letter, day: FRIDAY, time: '07:00' })
    expect(await farm.step()).toMatch(/^harvest 21/)
    farm.at('2026-11-24T08:00')
    expect(await farm.step()).toBe('letter 28, 1')
  })

  test('without mail is to note whom to call, until they stand on Today', async () => {
    const farm = await aFarm(await aShop())
    await farm.pack(await farm.buy())
    expect(await farm.step()).toBe('ready 21, 1')
    await farm.tell(SATURDAY)
    expect(await farm.step()).toBe('market 21, 1 from 2026-11-21T16:00:00.000Z')
    expect((await farm.today()).toCall).toHaveLength(1)
    await farm.pack(await farm.buy())
    expect(await farm.step()).toBe('ready 21, 1')
  })

  test('passes over a place that was called off, whose orders wait below', async () => {
    const farm = await aFarm(await aShop())
    await farm.buy()
    const market = await farm.dayAt(SATURDAY)
    const url = `/api/market-days/${market}/close`
    const body = { id: crypto.randomUUID(), message: 'Snow.', moveTo: null, cancelRest: false }
    const { confirm } = (await farm.call('POST', url, body)).json()
    await farm.call('POST', url, { ...body, confirm })
    const { next, calledOff } = await farm.today()
    expect(next?.places.map(({ name }) => name)).toEqual(['Farm store'])
    expect(await farm.step()).toMatch(/^harvest 21, 0/)
    expect(calledOff).toEqual([
      { id: market, day: SATURDAY, placeName: 'Farmers market', orders: 1 },
    ])
  })

  test('of two days in a row is the first one’s, unless that only waits', async () => {
    const farm = await aFarm(await aShop())
    const hours = { opens: '09:00', closes: '12:00', orderDays: 2, orderTime: '08:00' }
    await farm.call('POST', '/api/market-days', { placeId: MARKET, days: [SUNDAY], ...hours })
    await farm.buy()
    const second = await farm.writeDown(await farm.dayAt(SUNDAY))
    expect(await farm.step()).toMatch(/^harvest 21, 1 from/)
    farm.at(`${FRIDAY}T12:00`)
    expect(await farm.step()).toBe('harvest 22, 1')
    farm.at(`${SATURDAY}T08:00`)
    expect(await farm.step()).toBe('harvest 21, 1')
    farm.at(`${SATURDAY}T10:00`)
    await farm.sell(await farm.dayAt(SATURDAY))
    expect(await farm.step()).toBe('market 21, 1')
    farm.at(`${SATURDAY}T18:00`)
    expect(await farm.step()).toBe('close 21, 0')
    await farm.count(await farm.dayAt(SATURDAY))
    expect(await farm.step()).toBe('harvest 22, 1')
    await farm.pack(second)
    await farm.tell(SUNDAY)
    expect(await farm.step()).toBe('market 22, 1 from 2026-11-22T16:00:00.000Z')
  })

  test('is the money until the week is over; cash that was not counted then waits below', async () => {
    const farm = await aFarm(await aShop())
    const market = await farm.dayAt(SATURDAY)
    farm.at(`${SATURDAY}T10:00`)
    expect(await farm.step()).toBe('market 21, 0')
    await farm.sell(market)
    farm.at(`${SUNDAY}T10:00`)
    expect(await farm.step()).toBe('close 21, 0')
    expect((await farm.today()).uncounted).toEqual([])
    farm.at('2026-11-23T10:00')
    expect(await farm.step()).toMatch(/^harvest 28, 0 from/)
    expect((await farm.today()).uncounted).toEqual([
      { id: market, day: SATURDAY, placeName: 'Farmers market' },
    ])
    farm.at('2026-12-05T10:00')
    expect((await farm.today()).uncounted).toHaveLength(1)
    farm.at('2026-12-06T10:00')
    expect((await farm.today()).uncounted).toEqual([])
  })

  test('is nothing where no day is planned, and waits for the first one', async () => {
    const farm = await aFarm(await aShop({ hasNoPlaces: true }))
    expect(await farm.step()).toBe('nothing')
    const place = { kind: 'pickup', name: 'Barn', address: '1 Barn Road, Athens, OH 45701' }
    const { id: placeId } = (await farm.call('POST', '/api/places', place)).json()
    const hours = { opens: '09:00', closes: '12:00', orderDays: 2, orderTime: '20:00' }
    await farm.call('POST', '/api/market-days', { placeId, days: ['2026-12-19'], ...hours })
    expect(await farm.step()).toMatch(/^harvest 19, 0 from/)
  })
})
