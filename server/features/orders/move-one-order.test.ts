import { describe, expect, test } from 'vitest'
import type { OrderMove } from '#contract/market-day-changes.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { setCapacity } from '#server/features/calendar/set-capacity.ts'
import { sendDayMails } from '#server/features/mail/send-day-mails.ts'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'
import { aMailbox } from '#tests/a-mailbox.ts'
import { insertOrder } from '#tests/an-order-row.ts'

const STORE = 2

/** A paid order for the market of November 21, and how the desk moves it. */
async function anOrderToMove() {
  const farm = await aFarmCalendar()
  const { letters, mailer } = aMailbox()
  farm.shop.mail = mailer
  const id = await farm.buy()
  await farm.settled()
  letters.length = 0
  const { id: moveTo } = await farm.dayAt('2026-11-28', STORE)
  const url = `/api/orders/${id}/move`
  const body = { id: crypto.randomUUID(), moveTo, message: 'As we said on the phone.' }
  const order = () =>
    farm.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const move = (more: object = {}): Promise<OrderMove> =>
    farm.answer('POST', url, { ...body, ...more })
  return { ...farm, letters, id, url, body, order, move, moveTo }
}

describe('one order', () => {
  test('moves to another day and place, makes room there, and its buyer is told once', async () => {
    const { move, order, moveTo, db, letters, settled, answer, id, dayAt, buy } =
      await anOrderToMove()
    await write(db, (tx) => setCapacity(tx, moveTo, 1))
    const first = { id: crypto.randomUUID(), moveTo, message: '', revision: 0 }
    await answer('POST', `/api/orders/${await buy()}/move`, first)
    await settled()
    letters.length = 0
    const { market_day_id: from } = await order()
    expect(await move()).toEqual({ isMoved: false, revision: 0, most: 2, tellsBuyer: true })
    expect((await order()).market_day_id).toBe(from)
    expect(await move({ revision: 0 })).toMatchObject({ isMoved: true, revision: 1, most: 2 })
    expect(await order()).toMatchObject({
      ...{ market_day_id: moveTo, pickup_date: '2026-11-28', pickup_location: 'farm_store' },
      ...{ cancel_until: '2026-11-19T18:00:00.000Z', status: 'pending', settled_at: null },
    })
    expect(await move({ revision: 0 })).toMatchObject({ isMoved: true, revision: 1 })
    await settled()
    expect(letters).toHaveLength(1)
    expect(letters[0]?.text).toContain('As we said on the phone.')
    expect(await dayAt('2026-11-28', STORE)).toMatchObject({ capacity: 2, orders: 2 })
    const { history, marketDay } = await answer('GET', `/api/orders/${id}`)
    expect(marketDay).toMatchObject({ day: '2026-11-28', opens: '14:00', placeName: 'Farm store' })
    expect(history.at(-1)).toMatchObject({
      kind: 'moved',
      reason: 'Saturday, November 28, Farm store',
    })
    expect(await checkBooks(db)).toEqual([])
  })

  test('moved twice at once by one call is moved and told once; by two, the second looks again', async () => {
    const { move, body, call, url, letters, shop, settled, dayAt } = await anOrderToMove()
    await Promise.all([move({ revision: 0 }), move({ revision: 0 })])
    await settled()
    await sendDayMails(shop)
    expect(letters).toHaveLength(1)
    const { id: moveTo } = await dayAt('2026-11-28')
    const other = { ...body, id: crypto.randomUUID(), moveTo, revision: 0 }
    expect((await call('POST', url, other)).statusCode).toBe(409)
  })

  test('without a day gets one; without email nobody is told', async () => {
    const { answer, call, db, shop, dayAt, twoSteps } = await anOrderToMove()
    shop.mail = null
    const rule = { placeId: 3, weekday: 6, opens: '09:00', closes: '17:00', orderDays: 1 }
    await twoSteps('POST', '/api/day-rules', { ...rule, orderTime: '20:00' })
    const { id: moveTo } = await dayAt('2026-11-28', 3)
    const to = { address: '1 A St', city: 'Custer', state: 'SD', zipCode: '57730' }
    const id = await insertOrder(
      { db },
      {
        ...{ delivery_method: 'shipping', pickup_location: null, pickup_date: null },
        shipping_address: JSON.stringify(to),
      },
    )
    const url = `/api/orders/${id}/move`
    const body = { id: crypto.randomUUID(), moveTo, message: '' }
    expect(await answer('POST', url, body)).toMatchObject({ tellsBuyer: false, most: null })
    await answer('POST', url, { ...body, revision: 0 })
    const row = db.selectFrom('orders').select(['market_day_id', 'pickup_date'])
    expect(await row.where('id', '=', id).executeTakeFirst()).toEqual({
      ...{ market_day_id: moveTo, pickup_date: null },
    })
    const market = await dayAt('2026-11-28')
    const refused = await call('POST', url, { ...body, id: crypto.randomUUID(), moveTo: market.id })
    expect(refused.statusCode).toBe(400)
  })
})

test.each([
  ['to the day it is for', { notes: null }, '2026-11-21', 1, 400, 'invalid'],
  ['that was cancelled', { status: 'cancelled' }, '2026-11-28', STORE, 409, 'order-cancelled'],
  [
    'that was handed over',
    { collected_at: '2026-11-18T18:00:00.000Z' },
    '2026-11-28',
    STORE,
    400,
    'invalid',
  ],
  ['that was shipped', { status: 'shipped' }, '2026-11-28', STORE, 400, 'invalid'],
] as const)('an order %s is not moved', async (_, change, day, place, status, code) => {
  const { db, id, url, body, refusal, dayAt, order } = await anOrderToMove()
  await write(db, (tx) => tx.updateTable('orders').set(change).where('id', '=', id).execute())
  const before = await order()
  const { id: moveTo } = await dayAt(day, place)
  for (const revision of [{}, { revision: 0 }]) {
    const [got, reason] = await refusal('POST', url, { ...body, moveTo, ...revision })
    expect([got, reason]).toEqual([status, code])
  }
  expect(await order()).toEqual(before)
})

test('an order does not move to a closed day, to none, or to a zone that does not cover it', async () => {
  const { refusal, url, body, db, moveTo, call } = await anOrderToMove()
  await write(db, (tx) =>
    tx.updateTable('market_days').set({ state: 'closed' }).where('id', '=', moveTo).execute(),
  )
  expect((await refusal('POST', url, body)).slice(0, 3)).toEqual([400, 'invalid', 'moveTo'])
  expect((await refusal('POST', url, { ...body, moveTo: 9999 }))[0]).toBe(400)
  expect((await refusal('POST', url, { ...body, id: 'x' }))[0]).toBe(400)
  expect((await call('POST', '/api/orders/999/move', body)).statusCode).toBe(404)
})
