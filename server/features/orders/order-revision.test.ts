import { expect, test } from 'vitest'
import { type Db, write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aFarmCalendar } from '#tests/a-farm-calendar.ts'

const [FIRST, SECOND] = ['2026-11-21', '2026-11-28']

test('an order has a new revision, and its calendar entry replaces the old one, with what its buyer must know alone', async () => {
  const farm = await aFarmCalendar()
  const id = await farm.buy({ customerEmail: 'ada@example.com' })
  await farm.settled()
  const order = () => farm.answer('GET', `/api/orders/${id}`)
  const known = async () => {
    const { revision, receiptUrl } = await order()
    const { body } = await farm.inject({ url: `${receiptUrl}/pickup.ics` })
    return { revision, sequence: Number(/SEQUENCE:(\d+)/.exec(body)?.[1]) }
  }
  const put = (part: string, body: object) => farm.call('PUT', `/api/orders/${id}/${part}`, body)
  const post = (part: string, body: object) => farm.call('POST', `/api/orders/${id}/${part}`, body)
  const change = async (what: object) => {
    const { revision } = await order()
    const why = { lines: [], reason: 'Asked', notifiesBuyer: false }
    return post('changes', { id: crypto.randomUUID(), ...why, ...what, revision })
  }
  const refund = (goods: object) => post('refunds', { amount: 0.5, reason: 'Late', ...goods })
  const { id: moveTo } = await farm.dayAt(SECOND)
  const egg = { productId: farm.eggs.id, quantity: 1 }
  const deeds: [string, () => Promise<{ statusCode: number; body: string }>, number][] = [
    ['packed', () => put('packed', { packed: true }), 0],
    ['unpacked', () => put('packed', { packed: false }), 0],
    ['noted', () => put('farm-note', { farmNote: 'Rings twice' }), 0],
    ['given', () => put('collected', { collected: true }), 0],
    ['taken back', () => put('collected', { collected: false }), 0],
    ['refunded', () => refund({}), 0],
    [
      'corrected',
      async () => put('contact', { name: 'Ada B.', revision: (await order()).revision }),
      1,
    ],
    ['moved', () => change({ moveTo }), 1],
    ['refunded with goods', () => refund({ missing: [egg] }), 1],
    ['shipped', () => put('status', { status: 'shipped' }), 0],
    ['cancelled', () => put('status', { status: 'cancelled' }), 1],
    ['taken up again', () => put('status', { status: 'pending' }), 1],
  ]
  for (const [name, deed, grows] of deeds) {
    const before = await known()
    const answer = await deed()
    expect(answer.statusCode, `${name}: ${answer.body}`).toBeLessThan(300)
    await farm.settled()
    const after = await known()
    expect([name, after.revision - before.revision]).toEqual([name, grows])
    expect([name, after.sequence > before.sequence]).toEqual([name, grows > 0])
  }
})

test('an order is taken up again on a full day that is closed or over: it has room, and the day stays closed', async () => {
  const farm = await aFarmCalendar()
  const id = await farm.buy()
  const { id: dayId } = await farm.dayAt(FIRST)
  const setStatus = (status: string) => farm.answer('PUT', `/api/orders/${id}/status`, { status })
  await farm.answer('PUT', `/api/market-days/${dayId}`, { capacity: 1 })
  await setStatus('cancelled')
  await farm.buy({ day: FIRST })
  await farm.settled()
  const closing = { id: crypto.randomUUID(), message: '', moveTo: null, cancelRest: false }
  const { confirm } = await farm.answer('POST', `/api/market-days/${dayId}/close`, closing)
  await farm.answer('POST', `/api/market-days/${dayId}/close`, { ...closing, confirm })
  const day = () =>
    farm.db
      .selectFrom('market_days')
      .select(['state', 'capacity', 'taken'])
      .where('id', '=', dayId)
      .executeTakeFirst()
  const over = {
    ...{ order_until: '2026-11-01T07:00:00.000Z', opens_at: '2026-11-01T16:00:00.000Z' },
    closes_at: '2026-11-01T19:00:00.000Z',
  }
  for (const isOver of [false, true]) {
    const row = (tx: Db) =>
      tx.updateTable('market_days').set(over).where('id', '=', dayId).execute()
    if (isOver) await write(farm.db, row)
    await setStatus('pending')
    expect(await day()).toEqual({ state: 'closed', capacity: 2, taken: 2 })
    await setStatus('cancelled')
    expect(await day()).toEqual({ state: 'closed', capacity: 2, taken: 1 })
  }
  expect(await checkBooks(farm.db)).toEqual([])
})
