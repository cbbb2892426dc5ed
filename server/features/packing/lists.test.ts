import { parse } from 'csv-parse/sync'
import { describe, expect, test } from 'vitest'
import type { HarvestList } from '#contract/packing/packing-lists.ts'
import { write } from '#server/db/write.ts'
import { erasePerson } from '#server/features/orders/erase-person.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { insertOrder } from '#tests/an-order-row.ts'
import { atDesk } from '#tests/at-desk.ts'
import { insertMarketDay } from '#tests/insert-market-day.ts'
import { formatShortName } from './box-queries.ts'

const DAY = '2026-11-21'

async function aFarm() {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 100 })
  const carrots = await aProduct(shop.db, {
    ...{ name: 'Carrots', price: 300, stock: 100, category: 'Vegetables' },
  })
  const desk = atDesk(shop)
  const list = async (name: string, day = DAY) =>
    (await desk('GET', `/api/days/${day}/${name}`)).json()
  const sheet = async (name: string): Promise<Record<string, string>[]> =>
    parse((await desk('GET', `/api/days/${DAY}/${name}.csv`)).body, { bom: true, columns: true })
  const buy = async (lines: [number, number], more: Record<string, unknown> = {}) => {
    const goods = [
      [eggs, lines[0]],
      [carrots, lines[1]],
    ].filter(([, units]) => units !== 0) as Parameters<typeof orderBody>[0]
    const answer = await aKeyedBuyer(shop).buy(orderBody(goods, more))
    expect(answer.statusCode, answer.body).toBe(201)
    await shop.settled()
    return answer.json().id as number
  }
  return { shop, eggs, carrots, desk, list, sheet, buy }
}

const STORE = { pickupLocation: 'farm_store' }

describe('the harvest list', () => {
  test('says how much of each product is needed, by place, in the order of the shop', async () => {
    const { buy, list } = await aFarm()
    await buy([2, 1])
    await buy([3, 0], STORE)
    const { places, products, printedAt } = await list('harvest')
    expect(places).toMatchObject([
      { key: 'farmers_market', orders: 1, boxes: 1 },
      { key: 'farm_store', orders: 1, boxes: 1 },
    ])
    expect(printedAt).toBeNull()
    const market = (units: number) => ({ placeKey: 'farmers_market', units })
    expect(
      products.toSorted((a: { need: number }, b: { need: number }) => b.need - a.need),
    ).toEqual([
      expect.objectContaining({
        ...{ name: 'Eggs', need: 5, change: null },
        byPlace: [market(2), { placeKey: 'farm_store', units: 3 }],
      }),
      expect.objectContaining({ name: 'Carrots', need: 1, byPlace: [market(1)] }),
    ])
    expect((await list('harvest?place=farm_store')).products).toMatchObject([{ need: 3 }])
  })

  test('names what deliveries without a day want besides, of a whole day alone', async () => {
    const { buy, list, carrots } = await aFarm()
    await buy([2, 0])
    const address = { address: '1 Elm St', city: 'Hot Springs', state: 'SD', zipCode: '57747' }
    const delivered = { deliveryMethod: 'shipping', pickupLocation: null, shippingAddress: address }
    for (const _ of [1, 2]) await buy([3, 2], delivered)
    const lines = (await list('harvest')).products as HarvestList['products']
    const shown = lines.map(({ name, need, withoutDay }) => [name, need, withoutDay])
    expect(shown.sort()).toEqual([
      ['Carrots', 0, { units: 4, orders: 2 }],
      ['Eggs', 2, { units: 6, orders: 2 }],
    ])
    const ofPlace = (await list('harvest?place=farmers_market')).products as HarvestList['products']
    expect(ofPlace.map(({ productId }) => productId)).not.toContain(carrots.id)
    const own = (await list('harvest', 'without-day')).products as HarvestList['products']
    expect(own.map(({ withoutDay }) => withoutDay)).toEqual([undefined, undefined])
  })

  test('says what changed since it was printed, also what is needed no more', async () => {
    const { buy, desk, list } = await aFarm()
    await buy([2, 0])
    const dropped = await buy([0, 5])
    const printed = await desk('POST', `/api/days/${DAY}/harvest/prints`)
    expect(printed.json()).toMatchObject({ printedAt: '2026-11-18T18:00:00.000Z' })
    const unchanged = ({ products }: HarvestList) => products.every(({ change }) => change === 0)
    expect(unchanged(printed.json())).toBe(true)
    expect(unchanged(await list('harvest'))).toBe(true)
    await desk('PUT', `/api/orders/${dropped}/status`, { status: 'cancelled' })
    await buy([3, 0], STORE)
    const changes = (list: HarvestList) =>
      list.products.map(({ name, need, change }) => [name, need, change])
    expect(changes(await list('harvest')).toSorted()).toEqual([
      ['Carrots', 0, -5],
      ['Eggs', 5, 3],
    ])
    expect(changes(await list('harvest?place=farmers_market')).toSorted()).toEqual([
      ['Carrots', 0, -5],
      ['Eggs', 2, 0],
    ])
    const again = await desk('POST', `/api/days/${DAY}/harvest/prints`)
    expect(changes(again.json())).toEqual([['Eggs', 5, 0]])
  })
})

describe('the pack list', () => {
  test('has every order by place, name and number, with all that the packer must know', async () => {
    const { buy, desk, list } = await aFarm()
    await buy([1, 0], { ...STORE, customerName: 'Zoe Adams' })
    const gift = { pickupName: 'Ben Cole', isGift: true, notes: 'No bag, please.', ifShort: 'call' }
    const ben = await buy([2, 1], { customerName: 'Ben Miller', ...gift })
    await buy([1, 0], { customerName: 'Ada Miller' })
    await desk('PUT', `/api/orders/${ben}/farm-note`, { farmNote: 'Rings twice.' })
    const { orders } = await list('pack')
    expect(orders.map((order: { shortName: string }) => order.shortName)).toEqual([
      'Ada M.',
      'Ben M.',
      'Zoe A.',
    ])
    expect(orders[1]).toEqual({
      ...{ id: ben, placeKey: 'farmers_market', customerName: 'Ben Miller', shortName: 'Ben M.' },
      ...{ ...gift, farmNote: 'Rings twice.', boxes: 1, status: 'pending', isUnpaid: false },
      ...{ packedAt: null, collectedAt: null, isCold: true, toCallAbout: [] },
      items: [
        { productId: 1, name: 'Eggs', units: 2, isCold: true },
        { productId: 2, name: 'Carrots', units: 1, isCold: false },
      ],
    })
  })

  test('marks who has not paid, keeps two people of one name apart, and is empty without a market', async () => {
    const { shop, buy, desk, list } = await aFarm()
    const [first, second] = [await buy([1, 0]), await buy([1, 0])]
    await desk('PUT', `/api/orders/${second}/status`, { status: 'cancelled' })
    await shop.settled()
    await desk('PUT', `/api/orders/${second}/status`, { status: 'pending' })
    const found = (await list('pack')).orders as { id: number; isUnpaid: boolean }[]
    expect(found.map(({ id, isUnpaid }) => [id, isUnpaid])).toEqual([
      [first, false],
      [second, true],
    ])
    expect(await list('pack', '2026-11-23')).toEqual({ day: '2026-11-23', places: [], orders: [] })
  })

  test('packs deliveries without a day until they are on their way', async () => {
    const { shop, desk, list } = await aFarm()
    const row = { delivery_method: 'shipping', pickup_location: null, pickup_date: null } as const
    const id = await insertOrder(shop, row, [{ product_id: 1, quantity: 4 }])
    expect((await list('pack', 'without-day')).orders).toMatchObject([
      { id, items: [{ units: 4 }] },
    ])
    expect((await desk('GET', '/api/days')).json().withoutDay).toBe(1)
    const atToday = async () => (await desk('GET', '/api/today')).json().withoutDay
    expect(await atToday()).toEqual({ orders: 1, toPack: 1 })
    await desk('PUT', `/api/orders/${id}/packed`, { packed: true })
    expect(await atToday()).toEqual({ orders: 1, toPack: 0 })
    expect((await list('hand-over', 'without-day')).orders).toEqual([])
    await desk('PUT', `/api/orders/${id}/collected`, { collected: true })
    expect((await list('pack', 'without-day')).orders).toEqual([])
    expect((await list('delivery', 'without-day')).orders).toEqual([])
    expect((await desk('GET', '/api/days')).json().withoutDay).toBe(0)
    await desk('PUT', `/api/orders/${id}/collected`, { collected: false })
    await desk('PUT', `/api/orders/${id}/status`, { status: 'shipped' })
    expect((await list('pack', 'without-day')).orders).toEqual([])
    expect((await list('delivery', 'without-day')).orders).toEqual([])
  })
})

test('the hand-over list holds no last name, and who was here stays on it as done', async () => {
  const { buy, desk, list, sheet } = await aFarm()
  const [first, second] = [await buy([1, 0]), await buy([1, 0], { pickupName: 'Ben Cole' })]
  await desk('PUT', `/api/orders/${first}/collected`, { collected: true })
  const { orders } = await list('hand-over')
  expect(orders).toMatchObject([
    { id: first, shortName: 'Ada M.', isDone: true, collectedAt: '2026-11-18T18:00:00.000Z' },
    { id: second, pickupName: 'Ben Cole', isDone: false },
  ])
  expect(JSON.stringify(orders)).not.toContain('Miller')
  expect(await sheet('hand-over')).toMatchObject([
    { Order: String(first), 'Handed over': '2026-11-18T18:00:00.000Z' },
    { 'Pickup by': 'Ben Cole', 'Handed over': '' },
  ])
})

test('the delivery list goes by ZIP code, street and house number, and has the phone', async () => {
  const { shop, list, sheet } = await aFarm()
  const market_day_id = await insertMarketDay(shop.db, { day: DAY, placeId: 3 })
  const to = (address: string, zipCode: string) =>
    insertOrder(shop, {
      ...{ market_day_id, delivery_method: 'shipping', pickup_location: null, pickup_date: null },
      customer_phone: '605 555 0100',
      shipping_address: JSON.stringify({ address, zipCode, city: 'Hot Springs', state: 'SD' }),
    })
  await to('12 River St', '57747')
  await to('5 River St', '57747')
  await to('7 Oak Ave', '57747')
  await to('1 Pine Rd', '57735')
  const { orders, places } = await list('delivery')
  expect(orders.map((order: { street: string }) => order.street)).toEqual([
    '1 Pine Rd',
    '7 Oak Ave',
    '5 River St',
    '12 River St',
  ])
  expect(orders[0]).toMatchObject({ phone: '605 555 0100', zipCode: '57735', isDone: false })
  expect(places).toMatchObject([{ key: 'delivery', orders: 4 }])
  expect((await sheet('delivery'))[0]).toMatchObject({ ZIP: '57735', Phone: '605 555 0100' })
  expect((await list('hand-over')).orders).toEqual([])
})

describe('a gift', () => {
  const TO = { address: '12 River St', city: 'Hot Springs', state: 'SD', zipCode: '57747' }
  const DELIVERED = { deliveryMethod: 'shipping', pickupLocation: null, shippingAddress: TO }
  const GIFT = { isGift: true, giftTo: 'Ruth Gray', giftMessage: 'Get well!' }

  async function aGift(more: Record<string, unknown> = {}) {
    const farm = await aFarm()
    const given = { ...DELIVERED, ...GIFT, giftPhone: '605 555 0199', ...more }
    const id = await farm.buy([5, 0], given)
    const market_day_id = await insertMarketDay(farm.shop.db, { day: DAY, placeId: 3 })
    await write(farm.shop.db, (tx) => tx.updateTable('orders').set({ market_day_id }).execute())
    return { ...farm, id }
  }

  test('names its recipient on every list, their phone only for the drive, and no last name on a label', async () => {
    const { shop, list, sheet, desk, id } = await aGift()
    const said = { giftTo: 'Ruth Gray', giftMessage: 'Get well!' }
    const [packed] = (await list('pack')).orders
    expect(packed).toMatchObject({ id, isGift: true, customerName: 'Ada Miller', ...said })
    expect(JSON.stringify(packed)).not.toMatch(/0199|giftPrices/)
    const driven = { customerName: 'Ruth Gray', phone: '605 555 0199', ...said }
    expect((await list('delivery')).orders).toMatchObject([driven])
    expect((await list('labels')).labels).toMatchObject([{ isGift: true, giftTo: 'Ruth G.' }])
    expect(await sheet('pack')).toMatchObject([{ Gift: 'Ruth Gray' }])
    expect((await desk('GET', `/api/orders/${id}`)).json()).toMatchObject({
      ...said,
      giftPhone: '605 555 0199',
    })
    const { receipt_secret } = await shop.db
      .selectFrom('orders')
      .select('receipt_secret')
      .executeTakeFirstOrThrow()
    const receipt = (await shop.inject({ url: `/api/receipts/${receipt_secret}` })).json()
    expect(receipt).toMatchObject({ isGift: true, ...said })
    expect(JSON.stringify(receipt)).not.toContain('0199')
  })

  test('has prices in its box where the buyer says so, and is forgotten with the order', async () => {
    const { shop, list, id } = await aGift({ giftPrices: true })
    expect((await list('pack')).orders).toMatchObject([{ giftPrices: true }])
    await write(shop.db, (tx) => erasePerson(tx, id, '2027-11-18T18:00:00.000Z'))
    const row = await shop.db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ gift_to: null, gift_message: null, gift_phone: null })
  })

  test('is refused with a name without a letter, a message without end and a card number', async () => {
    const { shop, eggs } = await aFarm()
    for (const wrong of [
      { giftTo: '---' },
      { giftMessage: 'x'.repeat(301) },
      { giftMessage: 'My card is 4242 4242 4242 4242' },
    ]) {
      const body = orderBody([[eggs, 5]], { ...DELIVERED, ...GIFT, ...wrong })
      expect((await aKeyedBuyer(shop).buy(body)).statusCode).toBe(400)
    }
  })
})

test('the bake list has whole batches, and adds up what goes into all of them', async () => {
  const { buy, desk, list, sheet } = await aFarm()
  const flour = { name: 'Flour', quantity: 1.125, unit: 'cup', costPerUnit: 0.3 }
  const recipe = async (name: string, productId: number, unitsPerBatch: number, more: object[]) => {
    const draft = { recipeData: { name, servings: 6 }, ingredients: [flour, ...more] }
    const { id } = (await desk('POST', '/api/recipes', draft)).json()
    await desk('PUT', `/api/recipes/${id}/product`, { productId, unitsPerBatch })
  }
  await recipe('Rolls', 1, 4, [{ name: 'Milk', quantity: 2, unit: 'cup', costPerUnit: 0 }])
  await recipe('Pie', 2, 2, [{ name: 'flour', quantity: 0.5, unit: 'lb', costPerUnit: 0 }])
  await recipe('Tart', 2, 1, [])
  await buy([5, 3])
  const { recipes, ingredients } = await list('bake')
  expect(recipes).toMatchObject([
    { name: 'Pie', need: 3, unitsPerBatch: 2, batches: 2, others: ['Tart'] },
    { name: 'Rolls', productName: 'Eggs', need: 5, batches: 2, others: [] },
  ])
  expect(ingredients).toEqual([
    { name: 'flour', unit: 'lb', quantity: 1 },
    { name: 'Flour', unit: 'cup', quantity: 4.5 },
    { name: 'Milk', unit: 'cup', quantity: 4 },
  ])
  expect((await sheet('bake'))[0]).toMatchObject({ Recipe: 'Pie', Batches: '2', Quantity: '2.25' })
})

test('each box has its label, with first name and initial', async () => {
  const { buy, desk, list, sheet } = await aFarm()
  const id = await buy([1, 0])
  await desk('PUT', `/api/orders/${id}/packed`, { packed: true, boxes: 2 })
  expect((await list('labels')).labels).toMatchObject([
    {
      orderId: id,
      shortName: 'Ada M.',
      placeName: 'Farmers market',
      box: 1,
      boxes: 2,
      isCold: true,
    },
    { orderId: id, box: 2, boxes: 2 },
  ])
  expect(await sheet('labels')).toMatchObject([
    { Box: '1', Day: DAY },
    { Box: '2', Boxes: '2' },
  ])
})

test('the days that have lists say how far each place is', async () => {
  const { buy, desk } = await aFarm()
  const id = await buy([1, 0])
  const unticked = await buy([1, 0])
  await buy([1, 0])
  await desk('PUT', `/api/orders/${id}/packed`, { packed: true })
  await desk('PUT', `/api/orders/${unticked}/collected`, { collected: true })
  const { days, withoutDay } = (await desk('GET', '/api/days')).json()
  expect(withoutDay).toBe(0)
  expect(days).toMatchObject([
    {
      day: DAY,
      places: [
        { key: 'farmers_market', orders: 3, packed: 2, collected: 1 },
        { key: 'farm_store', orders: 0 },
      ],
    },
  ])
})

test('a downloaded list is in the history, and what looks like a formula is text there', async () => {
  const { shop, buy, sheet } = await aFarm()
  await buy([2, 0], { customerName: '=1+1', notes: '@cmd' })
  expect(await sheet('pack')).toMatchObject([
    { Name: "'=1+1", Notes: "'@cmd", Items: '2 x Eggs', 'Farm’s note': '' },
  ])
  expect(await sheet('harvest')).toMatchObject([{ Product: 'Eggs', 'Farmers market': '2' }])
  const history = shop.db.selectFrom('audit').select(['subject', 'after'])
  expect(await history.where('action', '=', 'exported').execute()).toEqual([
    { subject: 'list', after: { list: 'pack', day: DAY } },
    { subject: 'list', after: { list: 'harvest', day: DAY } },
  ])
})

test('names are shortened for what strangers read', () => {
  expect(
    ['Ada Miller', 'Bill Miller, Jr.', ' Mary  Ann van der Berg', 'Cher', '李 小龙', ''].map(
      formatShortName,
    ),
  ).toEqual(['Ada M.', 'Bill M.', 'Mary B.', 'Cher', '李 小.', ''])
})
