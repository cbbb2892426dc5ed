import { expect, test } from 'vitest'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'

const SATURDAYS = '/api/day-rules/1'

type Farm = Awaited<ReturnType<typeof aFarmCalendar>>

async function aBegunOrder(farm: Farm, more: Record<string, unknown> = {}) {
  const buyer = aKeyedBuyer(farm)
  const body = orderBody([[farm.eggs, 1]], more)
  await buyer.confirm(await buyer.createIntent(body))
  return async () => {
    const placed = await buyer.placeOrder(body)
    await farm.settled()
    return placed
  }
}

const holds = async ({ db }: Farm) =>
  (await db.selectFrom('sandbox_intents').select('status').execute()).map(({ status }) => status)

test('an order whose day goes while it is paid for gets the next one, where it named none', async () => {
  const farm = await aFarmCalendar()
  const place = await aBegunOrder(farm)
  await farm.twoSteps('PUT', SATURDAYS, { firstDay: '2026-11-28' })
  const placed = await place()
  expect(placed.statusCode, JSON.stringify(placed.json())).toBe(201)
  expect(await farm.dayAt('2026-11-28')).toMatchObject({ orders: 1 })
})

test('one that named it is refused in words, and its hold is let go', async () => {
  const farm = await aFarmCalendar()
  const place = await aBegunOrder(farm, { day: '2026-11-21' })
  await farm.twoSteps('PUT', SATURDAYS, { firstDay: '2026-11-28' })
  const placed = await place()
  expect([placed.statusCode, placed.json().message]).toEqual([
    409,
    'Ordering for Saturday, November 21 at Farmers market has ended. The next day with room is Saturday, November 28.',
  ])
  expect(await holds(farm)).toEqual(['canceled'])
})

test('of a rule that goes and orders that come at once, either the days go or the orders stand', async () => {
  const farm = await aFarmCalendar()
  const places = await Promise.all([1, 2, 3, 4].map(() => aBegunOrder(farm)))
  const { hash } = await farm.answer('DELETE', SATURDAYS)
  const [removed, ...placed] = await Promise.all([
    farm.call('DELETE', `${SATURDAYS}?confirm=${hash}`),
    ...places.map((place) => place()),
  ])
  const stood = placed.filter(({ statusCode }) => statusCode === 201).length
  expect(placed.map(({ statusCode }) => statusCode)).toEqual(
    placed.map(() => (removed?.statusCode === 200 ? 409 : 201)),
  )
  const days = await farm.daysOf()
  expect([removed?.statusCode, stood, days.length]).toEqual(
    removed?.statusCode === 200 ? [200, 0, 0] : [409, 4, 13],
  )
  expect((await holds(farm)).filter((status) => status === 'requires_capture')).toEqual([])
})
