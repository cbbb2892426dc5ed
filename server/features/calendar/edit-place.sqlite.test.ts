import { describe, expect, test } from 'vitest'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aFarmCalendar, MARKET, STORE, WEDNESDAYS } from '#tests/a-farm-calendar.ts'

const STAND = {
  kind: 'pickup',
  name: 'Sunday stand',
  address: '5 Elm St, Custer, SD 57730',
  mapUrl: 'https://maps.example/stand',
}

test('the desk sees places with their rules, and the days from today on with their orders', async () => {
  const farm = await aFarmCalendar()
  await farm.buy()
  const { places, closures, pause, days } = await farm.show()
  expect(places.map(({ key, kind, position }) => [key, kind, position])).toEqual([
    ['farmers_market', 'pickup', 1],
    ['farm_store', 'pickup', 2],
    ['delivery', 'delivery', 3],
  ])
  expect(places[0]?.rules).toMatchObject([
    { weekday: 6, everyWeeks: 1, opens: '09:00', closes: '12:00', orderDays: 0, capacity: null },
  ])
  expect([closures, pause]).toEqual([[], null])
  expect(days[0]).toMatchObject({
    placeId: MARKET,
    day: '2026-11-21',
    orderDays: 0,
    orderTime: '00:00',
    orderUntil: '2026-11-21T07:00:00.000Z',
    state: 'open',
    byHand: false,
    orders: 1,
    unsettled: 0,
  })
  expect(days.map(({ orders }) => orders).reduce((sum, one) => sum + one)).toBe(1)
})

describe('a place', () => {
  test('gets a key of its name once, which no change of the name moves', async () => {
    const farm = await aFarmCalendar()
    const made = await farm.answer('POST', '/api/places', STAND)
    expect(made).toMatchObject({ key: 'sunday_stand', position: 4, isRetired: false, rules: [] })
    const again = await farm.answer('POST', '/api/places', STAND)
    expect(again.key).toBe('sunday_stand_2')
    const named = await farm.answer('POST', '/api/places', { ...STAND, name: '農場' })
    expect(named.key).toBe('place')
    const changed = await farm.answer('PUT', `/api/places/${made.id}`, { name: 'Monday stand' })
    expect(changed).toMatchObject({ key: 'sunday_stand', name: 'Monday stand' })
  })

  test('for pickup needs its address, and only a zone has ZIP codes', async () => {
    const farm = await aFarmCalendar()
    const refusal = (change: object) => farm.refusal('POST', '/api/places', { ...STAND, ...change })
    const address = [400, 'invalid', 'address', 'Enter the address so customers can find it.']
    expect(await refusal({ address: ' ' })).toEqual(address)
    expect((await refusal({ zips: ['57730'] }))[2]).toBe('zips')
    expect((await refusal({ mapUrl: 'javascript:alert(1)' }))[2]).toBe('mapUrl')
    expect((await refusal({ daysAhead: 31 }))[2]).toBe('daysAhead')
    expect(await farm.refusal('PUT', `/api/places/${STORE}`, { address: '' })).toEqual(address)
    // The market started without an address, and may go on without one while other fields change.
    await farm.answer('PUT', `/api/places/${MARKET}`, { daysAhead: 3 })
  })

  test('moves among the others, and every list has that order', async () => {
    const farm = await aFarmCalendar()
    await farm.answer('PUT', `/api/places/${STORE}`, { position: 1 })
    const { places, days } = await farm.show()
    expect(places.map(({ id, position }) => [id, position])).toEqual([
      [STORE, 1],
      [MARKET, 2],
      [3, 3],
    ])
    const [first] = days
    const ofDay = days.filter(({ day }) => day === first?.day).map(({ placeId }) => placeId)
    expect(ofDay).toEqual([STORE, MARKET])
    const [STORE_FIRST, keysOf] = [
      ['farm_store', 'farmers_market'],
      (list: { key: string }[]) => list.map(({ key }) => key).slice(0, 2),
    ]
    await farm.buy()
    const lists = [
      (await farm.answer('GET', '/api/market-days')).places,
      (await farm.answer('GET', '/api/orders/filters')).places,
      (await farm.answer('GET', '/api/days')).days[0].places,
    ]
    for (const list of lists) expect(keysOf(list)).toEqual(STORE_FIRST)
  })

  test('that is given up keeps its days with orders alone, and has all again when it is taken up', async () => {
    const farm = await aFarmCalendar()
    await farm.buy()
    const before = await farm.daysOf()
    const url = `/api/places/${MARKET}`
    expect(await farm.answer('PUT', url, { isRetired: true })).toMatchObject({ isRetired: true })
    expect(await farm.daysOf()).toEqual(['2026-11-21 open'])
    const open = (await farm.inject({ url: '/api/market-days' })).json()
    expect(open.places.map(({ key }: { key: string }) => key)).toEqual(['farm_store', 'delivery'])
    await farm.answer('PUT', url, { isRetired: false })
    expect(await farm.daysOf()).toEqual(before)
  })
})

test('a ZIP code leads to one zone: the same one twice is refused, one within another is not', async () => {
  const farm = await aFarmCalendar()
  const zone = (name: string, zips: string[] | string | null) => ({ kind: 'delivery', name, zips })
  expect(await farm.refusal('POST', '/api/places', zone('Custer', null))).toEqual([
    400,
    'invalid',
    'zips',
    'Delivery already covers everywhere. Enter ZIP codes.',
  ])
  const custer = await farm.answer('POST', '/api/places', zone('Custer', ['57730', '5774']))
  expect(await farm.refusal('POST', '/api/places', zone('Hill City', ['57745', '57730']))).toEqual([
    400,
    'invalid',
    'zips',
    '57730 is in Custer already.',
  ])
  const hills = await farm.answer('POST', '/api/places', zone('Hill City', ' 57745;577, '))
  expect(hills.zips).toEqual(['57745', '577'])
  const put = (id: number, change: object) => farm.refusal('PUT', `/api/places/${id}`, change)
  expect((await put(hills.id, { zips: ['5774'] }))[2]).toBe('zips')
  expect((await put(hills.id, { zips: ['57799', '57799'] }))[3]).toBe(
    'Please write each ZIP code once.',
  )
  expect((await put(hills.id, { zips: ['5774x'] }))[0]).toBe(400)
  // A retired zone blocks nothing until it is reopened.
  await farm.answer('PUT', `/api/places/${custer.id}`, { isRetired: true })
  await farm.answer('PUT', `/api/places/${hills.id}`, { zips: ['57730'] })
  expect((await put(custer.id, { isRetired: false }))[3]).toBe('57730 is in Hill City already.')
})

describe('a delivery', () => {
  const shipped = (zipCode: string, more: object = {}) => ({
    ...{ deliveryMethod: 'shipping', pickupLocation: null },
    shippingAddress: { address: '1 Elm St', city: 'Anchorage', state: 'AK', zipCode },
    ...more,
  })

  test('goes to Alaska from a shop that names no ZIP codes; from one that does it is refused at the field, at the quote', async () => {
    const farm = await aFarmCalendar()
    const body = orderBody([[farm.eggs, 4]], shipped('99501'))
    expect((await aBareBuyer(farm).buy(body)).statusCode).toBe(201)
    expect((await aKeyedBuyer(farm).buy(body)).statusCode).toBe(201)
    await farm.answer('PUT', '/api/places/3', { zips: ['57747', '5773'] })
    const refused = await aKeyedBuyer(farm).createIntent(body)
    expect([refused.statusCode, refused.json()]).toEqual([
      400,
      expect.objectContaining({
        code: 'delivery-not-here',
        field: 'orderData.shippingAddress.zipCode',
        message: 'We deliver to 57747 and ZIP codes that begin with 5773. Please choose pickup.',
      }),
    ])
    // An address given only with the order is refused there, and no hold is left.
    expect((await aBareBuyer(farm).buy(body)).statusCode).toBe(400)
    await farm.settled()
    const holds = await farm.db.selectFrom('sandbox_intents').select('status').execute()
    expect(holds.map(({ status }) => status).sort()).toEqual(['canceled', 'succeeded', 'succeeded'])
  })

  test('to a zone sees and gets the days of that zone alone', async () => {
    const farm = await aFarmCalendar()
    await farm.answer('PUT', '/api/places/3', { zips: ['57747'] })
    const hills = { kind: 'delivery', name: 'Hill City', zips: ['577'] }
    const { id, key } = await farm.answer('POST', '/api/places', hills)
    const rule = (placeId: number, weekday: number) => ({ ...WEDNESDAYS, placeId, weekday })
    await farm.twoSteps('POST', '/api/day-rules', rule(3, 3))
    await farm.twoSteps('POST', '/api/day-rules', rule(id, 5))
    const { days } = (await farm.inject({ url: '/api/market-days' })).json()
    const daysOf = (zone: string) =>
      days
        .filter(({ placeKey }: { placeKey: string }) => placeKey === zone)
        .map(({ day }: { day: string }) => day)
    const [wednesday, friday] = ['2026-11-25', '2026-11-20']
    expect([daysOf('delivery'), daysOf(key)]).toEqual([[wednesday], [friday]])
    const buy = async (zipCode: string, day?: string) => {
      const to = shipped(zipCode, day ? { day } : {})
      return (await aKeyedBuyer(farm).buy(orderBody([[farm.eggs, 4]], to))).json()
    }
    expect(await buy('57747', friday)).toMatchObject({ code: 'day-closed', field: 'orderData.day' })
    expect(await buy('57701', wednesday)).toMatchObject({ code: 'day-closed' })
    const bought = [await buy('57747'), await buy('57701'), await buy('57701', friday)]
    const orders = await farm.db
      .selectFrom('orders')
      .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
      .select('market_days.day')
      .orderBy('orders.id')
      .execute()
    expect([bought.length, orders.map(({ day }) => day)]).toEqual([3, [wednesday, friday, friday]])
  })
})
