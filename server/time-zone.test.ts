import { describe, expect, test } from 'vitest'
import type { PeriodFigures } from '#contract/money/figures.ts'
import { DAY } from '#contract/time/durations.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { isShortOnPostgres } from '#tests/length-of-run.ts'

/** Wednesday, 1 PM in South Dakota. */
const NOW = '2026-07-08T19:00:00.000Z'

async function aFarm(timeZone: string | null, now = NOW) {
  const shop = await aShop({ now, env: { PUBLIC_URL: 'https://farm.example' } })
  const headers = {
    cookie: await signIn(shop),
    origin: 'https://farm.example',
    accept: 'application/json',
  }
  const eggs = await aProduct(shop.db, { price: 2500, stock: 100 })
  const setZone = async (value: string) => {
    const add = { key: 'time_zone', value }
    await shop.inject({ method: 'POST', url: '/api/settings', headers, payload: add })
    const url = '/api/settings/time_zone'
    return shop.inject({ method: 'PUT', url, headers, payload: { value } })
  }
  if (timeZone) await setZone(timeZone)
  const buyAt = async (instant: string): Promise<{ id: number; receiptUrl: string }> => {
    shop.clock.now = new Date(instant)
    const answer = await aKeyedBuyer(shop).buy(orderBody([[eggs, 1]]))
    await shop.settled()
    shop.clock.now = new Date(now)
    return answer.json()
  }
  const read = (url: string) => shop.inject({ url, headers })
  const ordersOn = async (day: string): Promise<number[]> => {
    const orders = await read(`/api/orders?orderedFrom=${day}&orderedUntil=${day}`)
    return orders.json().map(({ id }: { id: number }) => id)
  }
  const weeksWithMoney = async () => {
    const weeks = await Promise.all(
      ['last-week', 'this-week'].map(async (period): Promise<PeriodFigures> => {
        return (await read(`/api/analytics/period?period=${period}`)).json()
      }),
    )
    return weeks.filter(({ money }) => money.taken > 0).map(({ from }) => from)
  }
  return { shop, setZone, buyAt, read, ordersOn, weeksWithMoney }
}

/** In summer. In Kathmandu both sides of midnight are in the same UTC hour. */
const FARMS = [
  {
    timeZone: 'America/New_York',
    midnight: '2026-07-11T04:00:00.000Z',
    opens: '20260711T130000Z',
  },
  {
    timeZone: 'America/Phoenix',
    midnight: '2026-07-11T07:00:00.000Z',
    opens: '20260711T160000Z',
  },
  {
    timeZone: 'Asia/Kathmandu',
    midnight: '2026-07-10T18:15:00.000Z',
    opens: '20260711T031500Z',
  },
]

const FARMS_HERE = isShortOnPostgres() ? FARMS.slice(-1) : FARMS

describe.each(FARMS_HERE)('a farm in $timeZone', ({ timeZone, midnight, opens }) => {
  const before = new Date(Date.parse(midnight) - 1).toISOString()

  test('takes orders for Saturday until its own midnight, and says its own hours in the calendar entry', async () => {
    const { buyAt, read } = await aFarm(timeZone)
    const [early, late] = [await buyAt(before), await buyAt(midnight)]
    const dayOf = async ({ id }: { id: number }) => (await read(`/api/orders/${id}`)).json()
    expect(await dayOf(early)).toMatchObject({ pickupDate: '2026-07-11' })
    expect(await dayOf(late)).toMatchObject({ pickupDate: '2026-07-18' })
    const entry = await read(`${early.receiptUrl}/pickup.ics`)
    expect(entry.body).toContain(`DTSTART:${opens}\r\n`)
  })

  test('filters orders and names its list by its own day', async () => {
    const { shop, buyAt, ordersOn } = await aFarm(timeZone)
    const [early, late] = [await buyAt(before), await buyAt(midnight)]
    expect(await ordersOn('2026-07-10')).toEqual([early.id])
    expect(await ordersOn('2026-07-11')).toEqual([late.id])
    shop.clock.now = new Date(before)
    const cookie = await signIn(shop)
    const file = await shop.inject({ url: '/api/orders.csv', headers: { cookie } })
    expect(file.headers['content-disposition']).toContain('farmstand-orders-2026-07-10.csv')
  })

  test('begins its week at its own midnight', async () => {
    const monday = new Date(Date.parse(midnight) + 2 * DAY)
    const { buyAt, weeksWithMoney } = await aFarm(timeZone, '2026-07-15T19:00:00.000Z')
    await buyAt(new Date(monday.getTime() - 1).toISOString())
    await buyAt(monday.toISOString())
    expect(await weeksWithMoney()).toEqual(['2026-07-06', '2026-07-13'])
  })
})

describe('a farm that changes its time zone', () => {
  test('sees its sales by the days of the new one', async () => {
    const { buyAt, setZone, weeksWithMoney } = await aFarm(null, '2026-07-15T19:00:00.000Z')
    await buyAt('2026-07-13T05:00:00.000Z')
    expect(await weeksWithMoney()).toEqual(['2026-07-06'])
    await setZone('America/New_York')
    expect(await weeksWithMoney()).toEqual(['2026-07-13'])
  })

  test('moves the days without orders, and leaves the others to their buyers', async () => {
    const { shop, buyAt, setZone } = await aFarm(null)
    await buyAt(NOW)
    await setZone('America/New_York')
    const days = await shop.db
      .selectFrom('market_days')
      .innerJoin('places', 'places.id', 'market_days.place_id')
      .select(['day', 'opens_at', 'order_until'])
      .where('places.key', '=', 'farmers_market')
      .where('day', 'in', ['2026-07-11', '2026-07-18'])
      .orderBy('day')
      .execute()
    expect(days).toEqual([
      {
        day: '2026-07-11',
        opens_at: '2026-07-11T15:00:00.000Z',
        order_until: '2026-07-11T06:00:00.000Z',
      },
      {
        day: '2026-07-18',
        opens_at: '2026-07-18T13:00:00.000Z',
        order_until: '2026-07-18T04:00:00.000Z',
      },
    ])
  })

  test('keeps the wall clock of days made by hand, but of those with orders', async () => {
    const { shop, setZone, buyAt } = await aFarm('America/New_York')
    const headers = { cookie: await signIn(shop), origin: 'https://farm.example' }
    const hours = { opens: '10:00', closes: '16:00', orderDays: 2, orderTime: '18:00' }
    const days = ['2026-07-10', '2026-07-19']
    const payload = { placeId: 1, days, ...hours }
    await shop.inject({ method: 'POST', url: '/api/market-days', headers, payload })
    await buyAt(NOW)
    await setZone('America/Phoenix')
    const rows = shop.db.selectFrom('market_days').where('day', 'in', days)
    const times = await rows.select(['opens_at', 'order_until', 'opens']).orderBy('day').execute()
    expect(times).toEqual([
      // Already ordered for on Eastern time, until Wednesday at six.
      {
        opens_at: '2026-07-10T14:00:00.000Z',
        order_until: '2026-07-08T22:00:00.000Z',
        opens: '10:00',
      },
      // Arizona has no daylight saving time.
      {
        opens_at: '2026-07-19T17:00:00.000Z',
        order_until: '2026-07-18T01:00:00.000Z',
        opens: '10:00',
      },
    ])
  })

  test('to none that there is, is told so', async () => {
    const { setZone } = await aFarm('America/Denver')
    const message = 'Please enter a time zone by its name, such as America/Chicago.'
    for (const value of ['', 'Ohio', '+05:00', ' America/New_York', 'America/Nowhere']) {
      const answer = await setZone(value)
      const refusal = { code: 'invalid', message, field: 'value' }
      expect([value, answer.statusCode, answer.json()]).toEqual([value, 400, refusal])
    }
  })
})
