import { expect, test } from 'vitest'
import type { Order } from '#contract/orders/orders.ts'
import { type Db, write } from '#server/db/write.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop, signIn } from '#tests/a-shop.ts'
import { chooseDay, type DayRequest } from './choose-day.ts'
import { fillDays } from './fill-days.ts'

const MARKET: DayRequest = {
  deliveryMethod: 'pickup',
  pickupLocation: 'farmers_market',
  shippingAddress: null,
}
const STORE: DayRequest = { ...MARKET, pickupLocation: 'farm_store' }

const toZip = (zipCode: string): DayRequest => ({
  deliveryMethod: 'shipping',
  pickupLocation: null,
  shippingAddress: { address: '1 Main St', city: 'Hot Springs', state: 'SD', zipCode },
})

const WEDNESDAY = new Date('2026-11-18T18:00:00.000Z')

async function setDay(db: Db, day: string, set: object): Promise<void> {
  await write(db, (tx) =>
    tx
      .updateTable('market_days')
      .set(set)
      .where('day', '=', day)
      .where('place_id', '=', 1)
      .execute(),
  )
}

const setPlaces = (db: Db, set: object, key = 'farmers_market') =>
  write(db, (tx) => tx.updateTable('places').set(set).where('key', '=', key).execute())

const setRule = (db: Db, key: string) =>
  write(db, async (tx) => {
    const { id } = await tx
      .selectFrom('places')
      .select('id')
      .where('key', '=', key)
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('day_rules')
      .values({
        ...{ place_id: id, weekday: 2, every_weeks: 1, first_day: '2026-01-01', last_day: null },
        ...{ season_from: null, season_until: null, opens: '15:00', closes: '18:00' },
        ...{ order_days: 1, order_time: '20:00', capacity: 40 },
      })
      .execute()
  })

const dayFor = async (db: Db, request: DayRequest, at = WEDNESDAY) =>
  (await chooseDay(db, request, at)).marketDay?.day ?? null

test('a shop that changed nothing gives the next Saturday until its midnight, and no day to a delivery', async () => {
  const { db } = await aShop()
  const midnight = Date.parse('2026-11-21T07:00:00.000Z')
  expect(await dayFor(db, MARKET, new Date(midnight - 1))).toBe('2026-11-21')
  expect(await dayFor(db, MARKET, new Date(midnight))).toBe('2026-11-28')
  const late = dayFor(db, { ...MARKET, day: '2026-11-21' }, new Date(midnight))
  await expect(late).rejects.toMatchObject({ code: 'day-closed' })
  expect(await chooseDay(db, toZip('57747'), WEDNESDAY)).toEqual({
    placeKey: 'delivery',
    marketDay: null,
  })
})

test('an order that names no day passes full and closed days, and full ones do not use up how many buyers may choose from', async () => {
  const { db } = await aShop()
  await setDay(db, '2026-11-21', { capacity: 1, taken: 1 })
  expect(await dayFor(db, MARKET)).toBe('2026-11-28')
  expect(await dayFor(db, { ...MARKET, day: '2026-11-28' })).toBe('2026-11-28')
  await setDay(db, '2026-11-28', { state: 'closed' })
  expect(await dayFor(db, MARKET)).toBe('2026-12-05')
})

test('an order that names a day gets it, of those that buyers may choose and that have room', async () => {
  const { db } = await aShop()
  await setPlaces(db, { days_ahead: 2 })
  expect(await dayFor(db, { ...MARKET, day: '2026-11-28' })).toBe('2026-11-28')
  await expect(dayFor(db, { ...MARKET, day: '2026-12-05' })).rejects.toMatchObject({
    code: 'day-closed',
    field: 'orderData.day',
  })
  await setDay(db, '2026-11-21', { capacity: 1, taken: 1 })
  await expect(dayFor(db, { ...MARKET, day: '2026-11-21' })).rejects.toMatchObject({
    code: 'day-full',
    message:
      'Farmers market is full for Saturday, November 21. The next day with room is Saturday, November 28.',
    field: 'orderData.day',
  })
})

test('no order is taken for a place that was given up, and its buyer reads which are open', async () => {
  const { db } = await aShop()
  await setPlaces(db, { retired_at: WEDNESDAY.toISOString() }, 'farm_store')
  await expect(dayFor(db, STORE)).rejects.toMatchObject({
    code: 'place-closed',
    message: 'Farm store no longer takes orders. Please choose one of these: Farmers market.',
  })
})

test('an order goes to a place of the farmer’s own, and is listed and shown like any other', async () => {
  const shop = await aShop()
  const eggs = await aProduct(shop.db)
  await write(shop.db, async (tx) => {
    const place = { key: 'creek_road_stand', kind: 'pickup' as const, name: 'Creek Road stand' }
    await tx
      .insertInto('places')
      .values({ ...place, map_url: null, zips: null, position: 4, retired_at: null })
      .execute()
  })
  await setRule(shop.db, 'creek_road_stand')
  await fillDays(shop.shop)
  const body = orderBody([[eggs, 1]], { pickupLocation: 'creek_road_stand' })
  expect((await aKeyedBuyer(shop).buy(body)).statusCode).toBe(201)
  expect((await aBareBuyer(shop).buy(body)).statusCode).toBe(201)
  const headers = { cookie: await signIn(shop) }
  const list = await shop.inject({ url: '/api/orders?place=creek_road_stand', headers })
  expect(list.json().map((order: Order) => [order.pickupLocation, order.pickupDate])).toEqual(
    Array(2).fill(['creek_road_stand', '2026-11-24']),
  )
  const receipt = await shop.inject({
    url: list.json()[0].receiptUrl.replace('/o/', '/api/receipts/'),
  })
  expect([receipt.statusCode, receipt.json().pickupLocation]).toEqual([200, 'creek_road_stand'])
})

test('a place that there is not is refused as it always was, whatever was paid', async () => {
  const shop = await aShop()
  const eggs = await aProduct(shop.db)
  const moon = orderBody([[eggs, 1]], { pickupLocation: 'moon' })
  const buyer = aBareBuyer(shop)
  await buyer.createIntent(moon)
  for (const answer of [await buyer.placeOrder(moon), await aKeyedBuyer(shop).createIntent(moon)]) {
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toBe('Please choose a pickup location.')
  }
})
