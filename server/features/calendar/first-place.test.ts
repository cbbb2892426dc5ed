import { describe, expect, test } from 'vitest'
import { INITIAL_SETTINGS } from '#contract/settings/setting-table.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { ask } from '#tests/a-visitor.ts'

const NOT_OPEN = 'We’re not taking orders yet.'

async function aFirstHour() {
  const shop = await aShop({ hasNoPlaces: true })
  const headers = { cookie: await signIn(shop), accept: 'application/json' }
  const eggs = await aProduct(shop.db, { price: 1200, stock: 50 })
  const desk = async (method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) => {
    const answer = await shop.inject({ method, url, headers, ...(payload ? { payload } : {}) })
    return { status: answer.statusCode, said: answer.body === '' ? null : answer.json() }
  }
  const days = async () => (await shop.inject({ url: '/api/market-days' })).json()
  const place = (name: string, more: object = {}) =>
    desk('POST', '/api/places', { kind: 'pickup', name, address: '9 Elm St, Athens, OH', ...more })
  const open = async (placeId: number) => {
    const hours = { opens: '09:00', closes: '12:00', orderDays: 2, orderTime: '20:00' }
    const rule = { placeId, weekday: 6, ...hours }
    const { said } = await desk('POST', '/api/day-rules', rule)
    await desk('POST', '/api/day-rules', { ...rule, confirm: said.hash })
  }
  return { shop, eggs, desk, days, place, open }
}

describe('a shop before its first place', () => {
  test('offers no place, day or delivery, not even after Initialize Default Settings', async () => {
    const { shop, desk, days } = await aFirstHour()
    for (const isInitialized of [false, true]) {
      if (isInitialized)
        for (const [key, value] of Object.entries(INITIAL_SETTINGS))
          await desk('POST', '/api/settings', { key, value })
      expect(await days()).toMatchObject({ places: [], days: [], isSeeded: false })
      expect((await desk('GET', '/api/calendar')).said).toMatchObject({ places: [], days: [] })
      const zone = await shop.inject({ url: '/api/delivery-zones/57747' })
      expect([zone.statusCode, zone.json().message]).toEqual([
        400,
        'We’re not delivering right now. Please choose pickup.',
      ])
      const said = `${await ask(shop, 'where can I pick up?')} ${await ask(shop, 'when is pickup?')}`
      expect(said).not.toMatch(/Saturday|Farm store|[Ff]armers market|9am|2pm/)
    }
  })

  test('refuses an order in words, of a literal client and of our pages, and holds nothing', async () => {
    const { shop, eggs } = await aFirstHour()
    const body = orderBody([[eggs, 1]])
    for (const buyer of [aBareBuyer(shop), aKeyedBuyer(shop)]) {
      const refused = await buyer.createIntent(body)
      expect([refused.statusCode, refused.json().error]).toEqual([409, NOT_OPEN])
    }
    expect(await shop.db.selectFrom('payments').selectAll().execute()).toEqual([])
  })
})

describe('the first two pickup places', () => {
  test('take the keys of the specification, with which its client buys there', async () => {
    const { shop, eggs, place, open, days, desk } = await aFirstHour()
    const keys = []
    for (const name of ['Elm St stand', 'Our barn', 'Creek Road']) {
      const { status, said } = await place(name)
      expect(status).toBe(201)
      await open(said.id)
      keys.push(said.key)
    }
    expect(keys).toEqual(['farmers_market', 'farm_store', 'creek_road'])
    for (const pickupLocation of ['farmers_market', 'farm_store'])
      expect(
        (await aBareBuyer(shop).buy(orderBody([[eggs, 1]], { pickupLocation }))).statusCode,
      ).toBe(201)
    const { places } = await days()
    expect(places.map(({ name, address }: Record<string, string>) => [name, address])).toEqual([
      ['Elm St stand', '9 Elm St, Athens, OH'],
      ['Delivery', ''],
      ['Our barn', '9 Elm St, Athens, OH'],
      ['Creek Road', '9 Elm St, Athens, OH'],
    ])
    expect((await desk('GET', '/api/orders/1')).said.marketDay.placeName).toBe('Elm St stand')
  })

  test('take another key where one is given, which is nobody else’s', async () => {
    const { place } = await aFirstHour()
    expect((await place('Elm St stand', { key: 'elm' })).said.key).toBe('elm')
    expect(await place('Our barn', { key: 'elm' })).toMatchObject({ status: 400 })
    expect((await place('Our barn')).said.key).toBe('farmers_market')
  })

  test('have an address of their own, which the farm’s is not', async () => {
    const { place, desk, days } = await aFirstHour()
    expect(await place('Our barn', { address: '' })).toMatchObject({ status: 400 })
    await place('Our barn')
    await desk('POST', '/api/settings', { key: 'business_address', value: 'Hot Springs, SD' })
    const { places } = await days()
    expect(places.map(({ address }: { address: string }) => address)).toEqual([
      '9 Elm St, Athens, OH',
      '',
    ])
  })
})
