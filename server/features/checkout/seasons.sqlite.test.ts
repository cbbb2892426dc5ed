import { describe, expect, test } from 'vitest'
import type { DeskProduct, Product } from '#contract/products/products.ts'
import { write } from '#server/db/write.ts'
import { aBareBuyer, aKeyedBuyer, BY_DELIVERY, orderBody } from '#tests/a-buyer.ts'
import { aFarmCalendar, MARKET, STORE } from '#tests/a-farm-calendar.ts'
import { aProduct } from '#tests/a-shop.ts'
import { ask } from '#tests/a-visitor.ts'
import { setDay } from '#tests/shop-rows.ts'

const HOME_DELIVERY = 3
const [FIRST, SECOND, THIRD] = ['2026-11-21', '2026-11-28', '2026-12-05']

/**
 * Squash whose season ends between the first and second of three Saturdays; it is Wednesday,
 * November 18.
 */
async function aSquashFarm() {
  const farm = await aFarmCalendar()
  const squash = await aProduct(farm.db, { name: 'Squash', price: 400, stock: 100 })
  await write(farm.db, (tx) => tx.updateTable('places').set({ days_ahead: 3 }).execute())
  const season = (seasonFrom: string | null, seasonUntil: string | null): Promise<DeskProduct> =>
    farm.answer('PUT', `/api/products/${squash.id}`, { seasonFrom, seasonUntil })
  await season('09-01', '11-25')
  return {
    ...farm,
    squash,
    season,
    body: (more: Record<string, unknown> = {}, units = 2) => orderBody([[squash, units]], more),
    fill: (day: string) => setDay(farm, day, { capacity: 1, taken: 1 }),
    shown: async (): Promise<Product | undefined> =>
      (await farm.inject({ url: '/api/products' }))
        .json()
        .find(({ id }: Product) => id === squash.id),
    leftOn: async (day: string) => {
      const { id } = await farm.dayAt(day)
      return (await farm.inject({ url: `/api/market-days/${id}/left` })).json()
    },
    daysOf: async () => {
      const orders = farm.db.selectFrom('orders').select('pickup_date').orderBy('id')
      return (await orders.execute()).map(({ pickup_date }) => pickup_date)
    },
    countHolds: async () => {
      const held = farm.db.selectFrom('sandbox_intents').select('id')
      return (await held.where('status', '=', 'requires_capture').execute()).length
    },
  }
}

type Refused = { statusCode: number; json: () => { code: string; field: string; message: string } }

const refusalOf = (answer: Refused) => {
  const { code, field, message } = answer.json()
  return [answer.statusCode, code, field, message]
}

const NOT_THEN =
  'Squash is in season from September 1 to November 25, not on Saturday, November 28.'

describe('the season of a product', () => {
  test('goes by the day of pickup: a day outside of it is refused at the quote, and nothing is held', async () => {
    const farm = await aSquashFarm()
    expect((await aKeyedBuyer(farm).buy(farm.body({ day: FIRST }))).statusCode).toBe(201)
    const refused = await aKeyedBuyer(farm).createIntent(farm.body({ day: SECOND }))
    expect(refusalOf(refused)).toEqual([
      409,
      'sold-out',
      'orderData.day',
      `${NOT_THEN} The next day with enough is Saturday, November 21.`,
    ])
    expect(await farm.countHolds()).toBe(0)
    expect(await farm.daysOf()).toEqual([FIRST])
  })

  test('may begin later: who names no day gets the first one in it, a client of the bare contract too', async () => {
    const farm = await aSquashFarm()
    await farm.season('12-01', '01-31')
    expect((await aKeyedBuyer(farm).buy(farm.body())).statusCode).toBe(201)
    const bare = aBareBuyer(farm)
    expect((await bare.createIntent(farm.body())).statusCode).toBe(200)
    expect((await bare.placeOrder(farm.body())).statusCode).toBe(201)
    expect(await farm.daysOf()).toEqual([THIRD, THIRD])
  })

  test('is asked when a day is chosen alone: what was quoted is sold, whatever the farmer changes meanwhile', async () => {
    const farm = await aSquashFarm()
    const buyer = aKeyedBuyer(farm)
    const body = farm.body({ day: FIRST })
    await buyer.confirm(await buyer.createIntent(body))
    await farm.season('01-01', '01-31')
    expect((await buyer.placeOrder(body)).statusCode).toBe(201)
    expect(await farm.daysOf()).toEqual([FIRST])
    expect((await aKeyedBuyer(farm).createIntent(body)).statusCode).toBe(409)
  })

  test('is not asked again of a quote whose day fills up, and is of goods that were never quoted', async () => {
    const farm = await aSquashFarm()
    const [keyed, bare] = [aKeyedBuyer(farm), aBareBuyer(farm)]
    await keyed.confirm(await keyed.createIntent(farm.body()))
    expect((await bare.createIntent(farm.body())).statusCode).toBe(200)
    await farm.fill(FIRST)
    expect((await keyed.placeOrder(farm.body())).statusCode).toBe(201)
    expect(await farm.daysOf()).toEqual([SECOND])
    const refused = await bare.placeOrder(farm.body())
    expect([refused.statusCode, refused.json().message]).toEqual([409, NOT_THEN])
    await farm.settled()
    expect([await farm.countHolds(), await farm.daysOf()]).toEqual([0, [SECOND]])
  })

  test('goes by today where a delivery has no day of its own', async () => {
    const farm = await aSquashFarm()
    expect((await aKeyedBuyer(farm).buy(farm.body(BY_DELIVERY, 6))).statusCode).toBe(201)
    await farm.season('01-01', '11-17')
    const refused = await aKeyedBuyer(farm).createIntent(farm.body(BY_DELIVERY, 6))
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'sold-out'])
  })

  test('shows what no day to choose is in as out of stock, with the day on which it is back', async () => {
    const farm = await aSquashFarm()
    expect(await farm.shown()).toMatchObject({ stock: 100, inStock: 100 })
    expect(await farm.shown()).not.toHaveProperty('back')
    await farm.season('05-20', '07-05')
    expect(await farm.shown()).toMatchObject({ stock: 0, inStock: 100, back: 'Back May 20' })
    await farm.season(null, null)
    expect(await farm.shown()).toMatchObject({ stock: 100 })
    expect(await farm.shown()).not.toHaveProperty('inStock')
  })

  test('may be over for every day to choose, but not for a delivery without a day', async () => {
    const farm = await aSquashFarm()
    await farm.season('09-01', '11-19')
    expect(await farm.shown()).toMatchObject({ stock: 100, inStock: 100 })
    expect(await farm.shown()).not.toHaveProperty('back')
    expect((await aKeyedBuyer(farm).createIntent(farm.body())).statusCode).toBe(409)
    expect((await aKeyedBuyer(farm).buy(farm.body(BY_DELIVERY, 6))).statusCode).toBe(201)
    expect(await farm.shown()).toMatchObject({ stock: 94, inStock: 94 })
    await farm.answer('PUT', `/api/places/${HOME_DELIVERY}`, { isRetired: true })
    expect(await farm.shown()).toMatchObject({ stock: 0, back: 'Back Sep 1' })
  })

  test('counts only the limits of the days that are in it, and says of each day what it has', async () => {
    const farm = await aSquashFarm()
    for (const place of [MARKET, STORE]) {
      const { id } = await farm.dayAt(FIRST, place)
      const limit = { productId: farm.squash.id, most: 5 }
      await farm.answer('PUT', `/api/market-days/${id}/limits`, limit)
    }
    expect(await farm.shown()).toMatchObject({ stock: 5, inStock: 100 })
    expect(await farm.leftOn(FIRST)).toEqual([{ productId: farm.squash.id, left: 5 }])
    expect(await farm.leftOn(SECOND)).toEqual([{ productId: farm.squash.id, left: 0 }])
  })

  test('ends by itself with the last day that can be ordered for', async () => {
    const farm = await aSquashFarm()
    await farm.answer('PUT', `/api/places/${HOME_DELIVERY}`, { isRetired: true })
    farm.clock.now = new Date('2026-11-24T18:00:00.000Z')
    expect(await farm.shown()).toMatchObject({ stock: 0, back: 'Back Sep 1' })
  })

  test('is told by the helper of what cannot be had', async () => {
    const farm = await aSquashFarm()
    await farm.season('05-20', '07-05')
    expect(await ask(farm, 'Do you have squash?')).toContain('in season from May 20 to July 5')
  })

  test('needs both of its days, by every way to the desk', async () => {
    const farm = await aSquashFarm()
    const url = `/api/products/${farm.squash.id}`
    const sentence = 'A season needs its first and its last day.'
    expect(await farm.refusal('PUT', url, { seasonUntil: null })).toEqual([
      400,
      'invalid',
      'seasonUntil',
      sentence,
    ])
    const refusal = await farm.refusal('PUT', url, {
      seasonFrom: 'in spring',
      seasonUntil: '07-05',
    })
    expect(refusal.slice(0, 3)).toEqual([400, 'invalid', 'seasonFrom'])
    const csv = `id,name,seasonFrom,seasonUntil\r\n${farm.squash.id},Squash,June 1,\r\n`
    const planned = await farm.answer('POST', '/api/products/import', { csv })
    expect(planned.rows[0].problems).toEqual([{ column: 'seasonUntil', message: sentence }])
    const whole = `id,name,seasonFrom,seasonUntil\r\n${farm.squash.id},Squash,June 1,5-Aug\r\n`
    const { plan } = await farm.answer('POST', '/api/products/import', { csv: whole })
    await farm.answer('POST', '/api/products/import', { csv: whole, plan, apply: true })
    const stored = (await farm.answer('GET', '/api/desk/products')) as DeskProduct[]
    expect(stored.find(({ id }) => id === farm.squash.id)).toMatchObject({
      seasonFrom: '06-01',
      seasonUntil: '08-05',
    })
  })
})
