import { expect, test } from 'vitest'
import type { Today } from '#contract/today.ts'
import { write } from '#server/db/write.ts'
import { aMarketMorning } from '#tests/a-market-morning.ts'
import { cashSale } from '#tests/a-stall.ts'
import { atDesk } from '#tests/at-desk.ts'
import { listGoingShort } from './going-short.ts'

test('units sold at the table although orders had them say who goes short: of the day, not packed, newest first', async () => {
  const its = await aMarketMorning(3)
  const { phone, eggs, dayId, db } = its
  const desk = atDesk(its)
  const ask = async (...of: Parameters<typeof desk>) => {
    const answer = await desk(...of)
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json()
  }
  const short = async () => ((await ask('GET', '/api/today')) as Today).goingShort
  const [first = 0, second = 0, third = 0] = its.ids
  await write(db, (tx) =>
    tx
      .updateTable('orders')
      .set({ created_at: '2026-11-18T00:00:00.000Z' })
      .where('id', '=', first)
      .execute(),
  )
  await ask('PUT', `/api/orders/${third}/packed`, { packed: true })
  const { stock } = await db.selectFrom('products').select('stock').executeTakeFirstOrThrow()
  const sell = (units: number) => phone.report('sell', cashSale(5, { productId: eggs.id }, units))
  await sell(stock)
  expect(await short()).toEqual([])
  await sell(2)
  const of = { productId: eggs.id, name: eggs.name, marketDayId: dayId }
  const one = (id: number) => ({ id, units: 1 })
  expect(await short()).toEqual([{ ...of, units: 2, orders: [one(second), one(first)] }])
  await sell(9)
  expect(await short()).toMatchObject([{ units: 3, orders: [one(second), one(first), one(third)] }])
  await ask('PUT', `/api/orders/${second}/collected`, { collected: true })
  expect(await short()).toMatchObject([{ orders: [one(first), one(third)] }])
  await ask('POST', `/api/market-days/${dayId}/truck/settle`)
  expect(await short()).toEqual([])
})

test('what a day sold makes no order of a day before it go short, and no unit is short twice', async () => {
  const { buy, order, ids, eggs, dayId, db } = await aMarketMorning(2)
  const later = await buy()
  const laterDay = Number((await order(later)).market_day_id)
  const owe = (market_day_id: number, units: number) =>
    write(db, (tx) =>
      tx
        .insertInto('stock_debts')
        .values({ market_day_id, product_id: eggs.id, units, others: 0 })
        .execute(),
    )
  const one = (id: number) => ({ id, units: 1 })
  await owe(laterDay, 2)
  expect(await listGoingShort(db)).toMatchObject([
    { marketDayId: laterDay, units: 1, orders: [one(later)] },
  ])
  await owe(dayId, 3)
  const [first = 0, second = 0] = ids
  expect(await listGoingShort(db)).toMatchObject([
    { marketDayId: dayId, units: 3, orders: [one(second), one(first), one(later)] },
  ])
})
