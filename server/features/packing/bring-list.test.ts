import { expect, test } from 'vitest'
import type { BringList } from '#contract/market/bring-list.ts'
import type { Cents } from '#contract/money/money.ts'
import { write } from '#server/db/write.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atDesk } from '#tests/at-desk.ts'
import { insertMarketDay } from '#tests/insert-market-day.ts'

/** A Saturday, and earlier Saturdays when the market was open; on the 7th it was closed. */
const DAY = '2026-11-28'
const EARLIER = ['2026-11-21', '2026-11-14', '2026-10-31', '2026-10-24'] as const
const CLOSED = '2026-11-07'

async function aFarmWithPast() {
  const shop = await aShop()
  const eggs = await aProduct(shop.db, { name: 'Eggs', stock: 100 })
  const beets = await aProduct(shop.db, { name: 'Beets', stock: 100, category: 'Vegetables' })
  const { db } = shop
  const dayOf = async (day: string, placeId: number, state: 'open' | 'closed' = 'open') => {
    const of = db.selectFrom('market_days').select('id').where('day', '=', day)
    const known = await of.where('place_id', '=', placeId).executeTakeFirst()
    return known?.id ?? insertMarketDay(db, { day, placeId, state })
  }
  const order = async (dayId: number, lines: Parameters<typeof orderBody>[0]) => {
    const { id } = (await aKeyedBuyer(shop).buy(orderBody(lines))).json()
    await write(db, (tx) =>
      tx.updateTable('orders').set({ market_day_id: dayId }).where('id', '=', id).execute(),
    )
    return id as number
  }
  const desk = atDesk(shop)
  const bring = async (day = DAY, place = '') =>
    (await desk('GET', `/api/days/${day}/bring${place && `?place=${place}`}`)).json<BringList>()
  return { shop, eggs, beets, dayOf, order, desk, bring }
}

test('lists what was sold on the last three open days of the same place and weekday, and is ordered now', async () => {
  const { shop, eggs, beets, dayOf, order, desk, bring } = await aFarmWithPast()
  const market = await Promise.all(EARLIER.map((day) => dayOf(day, 1)))
  for (const [place, id] of market.entries()) await order(id, [[eggs, place + 1]])
  await order(await dayOf(CLOSED, 1, 'closed'), [[eggs, 9]])
  await order(await dayOf('2026-11-20', 1), [[eggs, 9]])
  await order(await dayOf('2026-11-21', 2), [[beets, 4]])
  const given = await order(market[0] ?? 0, [
    [eggs, 4],
    [beets, 2],
  ])
  await desk('POST', `/api/orders/${given}/refunds`, {
    ...{ amount: 1, reason: 'Broken', missing: [{ productId: eggs.id, quantity: 1 }] },
  })
  const cancelled = await order(market[0] ?? 0, [[eggs, 5]])
  await desk('PUT', `/api/orders/${cancelled}/status`, { status: 'cancelled' })
  await order(await dayOf(DAY, 1), [[beets, 3]])
  await write(shop.db, async (tx) => {
    const sale = {
      total_cents: 500 as Cents,
      note: null,
      at: '2026-11-21T17:00:00Z',
    }
    const line = { number: 1, name: 'Eggs', category: 'Farm Eggs', cents: 500 as Cents, units: 6 }
    for (const [id, undone_at] of [['kept', null] as const, ['undone', sale.at] as const]) {
      const of = { id, market_day_id: market[0] ?? 0, undone_at }
      await tx
        .insertInto('sales')
        .values({ ...sale, ...of })
        .execute()
      await tx
        .insertInto('sale_items')
        .values([
          { ...line, sale_id: id, product_id: eggs.id },
          { ...line, sale_id: id, number: 2, product_id: null, category: null, name: 'Bag' },
        ])
        .execute()
    }
  })
  expect((await bring()).places).toEqual([
    {
      ...{ key: 'farmers_market', name: 'Farmers market', days: EARLIER.slice(0, 3) },
      products: [
        { productId: 1, name: 'Eggs', category: 'Farm Eggs', sold: [10, 2, 3], ordered: 0 },
        { productId: 2, name: 'Beets', category: 'Vegetables', sold: [2, 0, 0], ordered: 3 },
      ],
    },
    expect.objectContaining({
      key: 'farm_store',
      products: [{ productId: 2, name: 'Beets', category: 'Vegetables', sold: [4], ordered: 0 }],
    }),
  ])
  expect((await bring(DAY, 'farm_store')).places.map(({ key }) => key)).toEqual(['farm_store'])
  expect(await bring('2026-11-25')).toEqual({ day: '2026-11-25', places: [] })
  expect((await desk('GET', '/api/days/2026-02-30/bring')).statusCode).toBe(400)
})
