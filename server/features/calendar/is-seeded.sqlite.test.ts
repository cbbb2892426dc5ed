import { describe, expect, test } from 'vitest'
import type { OrderingCalendar } from '#contract/calendar/market-days.ts'
import { deliveryArea, marketLabel, withArea } from '#contract/settings/seeded-facts.ts'
import { aFarmCalendar, MARKET, STORE, WEDNESDAYS } from '#tests/a-farm-calendar.ts'
import { ask } from '#tests/a-visitor.ts'

type Farm = Awaited<ReturnType<typeof aFarmCalendar>>

const readCalendar = async (farm: Farm): Promise<OrderingCalendar> =>
  (await farm.inject({ url: '/api/market-days' })).json()

const DELIVERY = 3

const setting = (key: string, value: string) => (farm: Farm) =>
  farm.answer('POST', '/api/settings', { key, value })

const place = (id: number, change: object) => (farm: Farm) =>
  farm.answer('PUT', `/api/places/${id}`, change)

const rule = (change: object) => (farm: Farm) => farm.twoSteps('PUT', '/api/day-rules/1', change)

describe('the specification’s fixed texts', () => {
  test('stand for the places, days and state that every shop begins with', async () => {
    const farm = await aFarmCalendar()
    const calendar = await readCalendar(farm)
    expect(calendar.isSeeded).toBe(true)
    expect(calendar.places.map(({ hours }) => hours)).toEqual([
      'Saturday 9am to noon',
      'Saturday 2pm to 5pm',
      '',
    ])
    expect([withArea('Delivery', calendar), marketLabel(calendar)]).toEqual([
      'Delivery in the Hot Springs area',
      'the Saturday market 9-12 PM',
    ])
    expect(await ask(farm, 'Do you deliver?')).toContain('We deliver in the Hot Springs area for')
  })

  test('stay with the address of the specification, another end of ordering, boxes and a note', async () => {
    const farm = await aFarmCalendar()
    for (const change of [
      setting('business_address', 'Hot Springs, SD'),
      rule({ orderDays: 2, orderTime: '20:00' }),
      rule({ capacity: 40 }),
      place(MARKET, { note: 'Row B.' }),
    ]) {
      await change(farm)
      expect((await readCalendar(farm)).isSeeded).toBe(true)
    }
  })

  test.each<[string, (farm: Farm) => Promise<unknown>]>([
    ['sets another state', setting('default_state', 'OH')],
    ['moves the farm', setting('business_address', '7 Corn Rd, Yellow Springs, OH')],
    ['says where the market is', place(MARKET, { address: '1 Main St, Custer, SD' })],
    ['renames a place', place(STORE, { name: 'The barn' })],
    ['gives a place up', place(STORE, { isRetired: true })],
    ['names ZIP codes', place(DELIVERY, { zips: ['57730'] })],
    ['changes the hours', rule({ opens: '08:00' })],
    ['changes the weekday', rule({ weekday: 7 })],
    ['adds a day', (farm) => farm.twoSteps('POST', '/api/day-rules', WEDNESDAYS)],
  ])('follow once the farmer %s', async (_, change) => {
    const farm = await aFarmCalendar()
    await change(farm)
    const calendar = await readCalendar(farm)
    expect(calendar.isSeeded).toBe(false)
    expect([deliveryArea(calendar), marketLabel(calendar)].join()).not.toMatch(/Hot|9-12/)
    expect(await ask(farm, 'Do you deliver?')).not.toContain('Hot Springs')
  })
})

test('a place’s hours of every week are said in words, those of a rule that ended are not', async () => {
  const farm = await aFarmCalendar()
  const season = { seasonFrom: '05-02', seasonUntil: '10-31' }
  await farm.twoSteps('POST', '/api/day-rules', { ...WEDNESDAYS, everyWeeks: 2, ...season })
  const ended = { ...WEDNESDAYS, weekday: 5, firstDay: '2026-11-01', lastDay: '2026-11-17' }
  await farm.twoSteps('POST', '/api/day-rules', ended)
  const [market] = (await readCalendar(farm)).places
  expect(market?.hours).toBe(
    'Every other Wednesday 3pm to 6pm (May 2 to October 31), Saturday 9am to noon',
  )
})

test('the helper says where each place is, and that nobody delivers where no zone is in use', async () => {
  const farm = await aFarmCalendar()
  await place(MARKET, { address: '1 Main St, Custer' })(farm)
  expect(await ask(farm, 'Where are you?')).toBe('The farmers market is at 1 Main St, Custer.')
  expect(await ask(farm, 'When can I pick up?')).toContain(
    'Pickup is free: Farmers market, Saturday 9am to noon (1 Main St, Custer), or Farm store,',
  )
  await place(DELIVERY, { name: 'Custer County' })(farm)
  expect(await ask(farm, 'Do you deliver?')).toContain('We deliver to Custer County for $5.00,')
  await place(DELIVERY, { isRetired: true })(farm)
  expect(await ask(farm, 'Do you deliver?')).toContain('We don’t deliver right now.')
})
