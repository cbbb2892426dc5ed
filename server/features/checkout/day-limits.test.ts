import { describe, expect, inject, test } from 'vitest'
import type { Product } from '#contract/products/products.ts'
import { write } from '#server/db/write.ts'
import { changeDayLimit } from '#server/features/calendar/change-limits.ts'
import { aBareBuyer, aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'
import { type AShop, aProcessBeside, aProduct } from '#tests/a-shop.ts'
import { whatIsWrong } from '#tests/books.ts'
import { IS_LONG } from '#tests/length-of-run.ts'

const [FIRST, SECOND, THIRD] = ['2026-11-21', '2026-11-28', '2026-12-05']

async function aBaker() {
  const farm = await aFarmCalendar()
  const bagels = await aProduct(farm.db, { name: 'Bagels', price: 200, stock: 1000 })
  await write(farm.db, (tx) => tx.updateTable('places').set({ days_ahead: 3 }).execute())
  const ordered = async (day: string) => {
    const orders = farm.db
      .selectFrom('order_items')
      .innerJoin('orders', 'orders.id', 'order_items.order_id')
      .select('quantity')
      .where('pickup_date', '=', day)
      .where('product_id', '=', bagels.id)
    return (await orders.execute()).reduce((sum, { quantity }) => sum + quantity, 0)
  }
  return {
    ...farm,
    bagels,
    ordered,
    limit: (limits: object) => farm.answer('PUT', `/api/products/${bagels.id}/limits`, limits),
    limitDay: async (day: string, most: number | null) => {
      const { id } = await farm.dayAt(day)
      return farm.answer('PUT', `/api/market-days/${id}/limits`, { productId: bagels.id, most })
    },
    buyBagels: (many: number, more: Record<string, unknown> = {}) =>
      aKeyedBuyer(farm).buy(orderBody([[bagels, many]], more)),
    shown: async (): Promise<Product | undefined> =>
      (await farm.inject({ url: '/api/products' }))
        .json()
        .find(({ id }: Product) => id === bagels.id),
    takenOn: async (day: string) => {
      const limits = farm.db
        .selectFrom('day_limits')
        .innerJoin('market_days', 'market_days.id', 'day_limits.market_day_id')
        .select(['most', 'day_limits.taken'])
        .where('product_id', '=', bagels.id)
        .where('place_id', '=', 1)
      return limits.where('day', '=', day).executeTakeFirst()
    },
  }
}

type Baker = Awaited<ReturnType<typeof aBaker>>

const said = (answer: { statusCode: number; json: () => { code: string; message: string } }) => {
  const { code, message } = answer.json()
  return [answer.statusCode, code, message]
}

const holds = async ({ db }: AShop) => {
  const held = db.selectFrom('sandbox_intents').select('id')
  return (await held.where('status', '=', 'requires_capture').execute()).length
}

describe('of a product of which each day takes at most so many', () => {
  test('a day that is named and has too few is refused in words before any money is held', async () => {
    const baker = await aBaker()
    await baker.limit({ eachDay: 4 })
    expect((await baker.buyBagels(3, { day: FIRST })).statusCode).toBe(201)
    expect(said(await baker.buyBagels(2, { day: FIRST }))).toEqual([
      409,
      'sold-out',
      'Only 1 left of Bagels for Saturday, November 21. The next day with enough is Saturday, November 28.',
    ])
    expect((await baker.buyBagels(1, { day: FIRST })).statusCode).toBe(201)
    for (const day of [SECOND, THIRD])
      expect((await baker.buyBagels(4, { day })).statusCode).toBe(201)
    expect(said(await baker.buyBagels(1, { day: FIRST }))).toEqual([
      409,
      'sold-out',
      'Bagels are sold out for Saturday, November 21.',
    ])
    await baker.settled()
    expect([await holds(baker), await whatIsWrong(baker.db)]).toEqual([0, []])
  })

  test('an order that names no day gets the next one that has enough of all its lines', async () => {
    const baker = await aBaker()
    await baker.limit({ eachDay: 4 })
    const body = orderBody([
      [baker.eggs, 1],
      [baker.bagels, 3],
    ])
    for (const answer of [await aBareBuyer(baker).buy(body), await aBareBuyer(baker).buy(body)])
      expect(answer.statusCode, answer.body).toBe(201)
    expect([await baker.ordered(FIRST), await baker.ordered(SECOND)]).toEqual([3, 3])
    expect(said(await baker.buyBagels(5))).toEqual([
      409,
      'sold-out',
      'Only 1 left of Bagels for Saturday, November 21.',
    ])
  })

  test('the list shows what one order can get, beside what is in stock', async () => {
    const baker = await aBaker()
    expect(await baker.shown()).toMatchObject({ stock: 1000 })
    expect(await baker.shown()).not.toHaveProperty('inStock')
    await baker.limit({ eachDay: 4 })
    expect(await baker.shown()).toMatchObject({ stock: 4, inStock: 1000 })
    await baker.limitDay(SECOND, 2)
    await baker.limitDay(THIRD, 0)
    await baker.buyBagels(4, { day: FIRST })
    expect(await baker.shown()).toMatchObject({ stock: 4, inStock: 996 })
    const [stored] = (await baker.show()).places.filter(({ id }) => id === 2)
    await baker.answer('PUT', `/api/places/${stored?.id}`, { isRetired: true })
    expect(await baker.shown()).toMatchObject({ stock: 2, inStock: 996 })
    await baker.buyBagels(2, { day: SECOND })
    expect(await baker.shown()).toMatchObject({ stock: 0, inStock: 994 })
    await baker.limit({ eachDay: null })
    for (const day of [SECOND, THIRD]) await baker.limitDay(day, null)
    expect(await baker.shown()).toMatchObject({ stock: 994 })
  })

  test('a weekday has its own number, a day its own, and days that are made later have them too', async () => {
    const baker = await aBaker()
    await baker.limit({ eachDay: 10, saturday: 64 })
    expect(await baker.takenOn(FIRST)).toEqual({ most: 64, taken: 0 })
    await baker.limitDay(SECOND, 30)
    await baker.limit({ saturday: 48 })
    expect([await baker.takenOn(FIRST), await baker.takenOn(SECOND)]).toEqual([
      { most: 48, taken: 0 },
      { most: 30, taken: 0 },
    ])
    const wednesdays = { placeId: 1, weekday: 3, orderDays: 1, orderTime: '20:00' }
    const hours = { opens: '15:00', closes: '18:00' }
    await baker.twoSteps('POST', '/api/day-rules', { ...wednesdays, ...hours })
    const byHand = { ...hours, orderDays: 0, orderTime: '08:00', placeId: 1, days: ['2026-11-29'] }
    await baker.answer('POST', '/api/market-days', byHand)
    for (const day of ['2026-11-25', '2026-11-29'])
      expect(await baker.takenOn(day)).toEqual({ most: 10, taken: 0 })
    await baker.limitDay(SECOND, null)
    expect(await baker.takenOn(SECOND)).toEqual({ most: 48, taken: 0 })
  })

  test('what stands on a day counts from the moment it is limited, whatever became of it before', async () => {
    const baker = await aBaker()
    await baker.buyBagels(5, { day: FIRST })
    const { id } = (await baker.buyBagels(3, { day: FIRST })).json()
    await baker.settled()
    await baker.answer('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
    await baker.limit({ eachDay: 4 })
    expect(await baker.takenOn(FIRST)).toEqual({ most: 4, taken: 5 })
    expect((await baker.buyBagels(1, { day: FIRST })).statusCode).toBe(409)
    await baker.answer('PUT', `/api/orders/${id}/status`, { status: 'pending' })
    expect(await baker.takenOn(FIRST)).toEqual({ most: 4, taken: 8 })
  })

  test('numbers that others changed meanwhile are not written over, and bad ones are refused', async () => {
    const baker = await aBaker()
    const url = `/api/products/${baker.bagels.id}/limits`
    await baker.limit({ eachDay: 10 })
    expect(await baker.refusal('PUT', url, { eachDay: 20, base: { eachDay: 5 } })).toEqual([
      409,
      'changed-meanwhile',
      'eachDay',
      'Nothing was saved because someone changed this in the meantime: The number for each market day is now 10.',
    ])
    for (const eachDay of [-1, 1.5, '7', 100_001])
      expect((await baker.refusal('PUT', url, { eachDay }))[0]).toBe(400)
    const { id } = await baker.dayAt(FIRST)
    const day = `/api/market-days/${id}/limits`
    const most = { productId: baker.bagels.id, most: 3, base: { most: 4 } }
    expect((await baker.refusal('PUT', day, most)).slice(0, 3)).toEqual([
      409,
      'changed-meanwhile',
      'most',
    ])
    expect((await baker.refusal('PUT', day, { productId: 99, most: 3 }))[0]).toBe(404)
    expect((await baker.refusal('PUT', '/api/products/99/limits', { eachDay: 3 }))[0]).toBe(404)
    baker.clock.now = new Date('2026-11-22T18:00:00.000Z')
    const late = changeDayLimit(baker.shop, id, { productId: baker.bagels.id, most: 3 })
    await expect(late).rejects.toThrow('Saturday, November 21, 2026 is over.')
  })

  test('goods that come into an order by a change find them on its day, or are refused', async () => {
    const baker = await aBaker()
    const order = orderBody([[baker.eggs, 2]], { day: FIRST })
    const { id } = (await aKeyedBuyer(baker).buy(order)).json()
    await baker.settled()
    await baker.limit({ eachDay: 1 })
    const swap = (units: number) => ({
      id: crypto.randomUUID(),
      lines: [
        { productId: baker.eggs.id, units: -1, goods: 'missing' },
        { productId: baker.bagels.id, units },
      ],
      reason: 'Frost',
      notifiesBuyer: false,
      revision: 0,
    })
    const url = `/api/orders/${id}/changes`
    expect(await baker.refusal('POST', url, swap(2))).toEqual([
      409,
      'sold-out',
      'orderData.day',
      'Only 1 left of Bagels for Saturday, November 21.',
    ])
    await baker.answer('POST', url, swap(1))
    expect(await baker.takenOn(FIRST)).toEqual({ most: 1, taken: 1 })
    expect(await whatIsWrong(baker.db)).toEqual([])
  })
})

const CROWD = IS_LONG ? 50 : 12
const MOST = IS_LONG ? 20 : 5
const rounds = Array.from({ length: IS_LONG ? 10 : 1 }, (_, round) => round)

/** On PostgreSQL, half the crowd comes to a second process. */
async function aCrowdAt(baker: Baker) {
  const beside = inject('postgresUrl') ? await aProcessBeside(baker) : baker
  return {
    crowd: <T>(buy: (its: AShop) => Promise<T>) =>
      Promise.all(Array.from({ length: CROWD }, (_, nth) => buy(nth % 2 ? baker : beside))),
    settled: () => Promise.all([baker.settled(), beside.settled()]),
  }
}

describe('of a crowd', () => {
  test.each(rounds)(
    'that names one day, as many get a bagel as it takes, and no hold is left (%i)',
    async () => {
      const baker = await aBaker()
      await baker.limit({ eachDay: MOST })
      const { crowd, settled } = await aCrowdAt(baker)
      const body = orderBody([[baker.bagels, 1]], { day: FIRST })
      const answers = await crowd((its) => aKeyedBuyer(its).buy(body))
      const refused = answers.filter(({ statusCode }) => statusCode === 409)
      expect([answers.length - refused.length, refused.length]).toEqual([MOST, CROWD - MOST])
      expect(new Set(refused.map((answer) => answer.json().code))).toEqual(new Set(['sold-out']))
      await settled()
      expect(await baker.takenOn(FIRST)).toEqual({ most: MOST, taken: MOST })
      expect([await holds(baker), await whatIsWrong(baker.db)]).toEqual([0, []])
    },
  )

  test.each(rounds)(
    'that names none, nobody is refused while the next day takes more (%i)',
    async () => {
      const baker = await aBaker()
      await baker.limit({ eachDay: MOST })
      await baker.limitDay(SECOND, 2 * MOST)
      const { crowd, settled } = await aCrowdAt(baker)
      const body = orderBody([[baker.bagels, 1]])
      const answers = await crowd((its) => aBareBuyer(its).buy(body))
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(CROWD).fill(201))
      await settled()
      expect(await baker.ordered(FIRST)).toBe(MOST)
      expect(await baker.ordered(SECOND)).toBe(CROWD - MOST)
      expect(await whatIsWrong(baker.db)).toEqual([])
    },
  )
})
