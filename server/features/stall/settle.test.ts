import { expect, test } from 'vitest'
import type { StallOverview } from '#contract/market/stall-desk.ts'
import { write } from '#server/db/write.ts'
import { erasePerson } from '#server/features/orders/erase-person.ts'
import { aHelper } from '#tests/a-helper.ts'
import { aMarketMorning } from '#tests/a-market-morning.ts'
import { aProduct } from '#tests/a-shop.ts'
import { aPhone, cashSale, giveOf } from '#tests/a-stall.ts'
import { atDesk } from '#tests/at-desk.ts'
import { whatIsWrong } from '#tests/books.ts'

const CASH = { way: 'Cash', isCash: true }
const SALE = cashSale(5, { name: 'Pumpkin' })

function aDesk(its: Awaited<ReturnType<typeof aMarketMorning>>) {
  const ask = atDesk(its)
  return {
    ask,
    overview: async (): Promise<StallOverview> => (await ask('GET', '/api/stall')).json(),
    settle: (id: string, how: string, message: string | null = null) =>
      ask('POST', `/api/stall/commands/${id}/settle`, { how, message }),
  }
}

test('what a lost phone sends waits for the farmer, who takes it or throws it away', async () => {
  const its = await aMarketMorning(0)
  const { phone, db } = its
  const desk = aDesk(its)
  await desk.ask('POST', `/api/stall/phones/${phone.deviceId}/lost`)
  expect((await phone.get('/api/stall/days')).json()).toMatchObject({ code: 'phone-lost' })
  const sales = [1, 2].map(() => phone.make('sell', SALE))
  const { results } = await phone.send(...sales)
  expect(results.map(({ outcome }) => outcome)).toEqual(['quarantined', 'quarantined'])
  expect(await db.selectFrom('sales').select('id').execute()).toEqual([])
  const { toDecide, phones } = await desk.overview()
  expect(phones).toMatchObject([{ label: 'Phone 1', endsAt: null }])
  expect(toDecide.map(({ title, isFromLostPhone }) => [title, isFromLostPhone])).toEqual([
    ['Sold 1 × Pumpkin for $5.00', true],
    ['Sold 1 × Pumpkin for $5.00', true],
  ])
  const [taken, thrown] = sales.map(({ id }) => id)
  expect((await desk.settle(taken ?? '', 'take')).statusCode).toBe(200)
  expect((await desk.settle(thrown ?? '', 'leave')).statusCode).toBe(200)
  expect((await desk.settle(thrown ?? '', 'take')).statusCode).toBe(409)
  expect((await desk.settle(taken ?? '', 'take')).statusCode).toBe(200)
  expect(await db.selectFrom('sales').select('id').execute()).toEqual([{ id: taken }])
  expect((await desk.overview()).toDecide).toEqual([])
})

test('a box that went out though its order was cancelled takes its goods along, and is taken up without a charge', async () => {
  const its = await aMarketMorning(1)
  const { phone, ids, boxOf, order, db } = its
  const [id = 0] = ids
  const desk = aDesk(its)
  const box = await boxOf(id)
  const stock = async () =>
    (await db.selectFrom('products').select('stock').executeTakeFirstOrThrow()).stock
  const before = await stock()
  await desk.ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
  await its.settled()
  expect(await stock()).toBe(before + 1)
  const give = phone.make('give', giveOf(box))
  const { results } = await phone.send(give)
  expect(results).toMatchObject([
    { outcome: 'set-aside', message: expect.stringMatching(/canceled/) },
  ])
  expect(await stock()).toBe(before)
  expect((await order(id)).collected_at).not.toBeNull()
  // The choices follow from the order, not from the message.
  const message = 'Sentences of an older release may differ.'
  await write(db, (tx) => tx.updateTable('stall_commands').set({ message }).execute())
  const { toDecide } = await desk.overview()
  expect(toDecide).toMatchObject([
    { choices: ['reopen', 'done'], counts: true, orderId: id, isPaid: false },
  ])
  const captured = await db.selectFrom('payments').select('captured_cents').execute()
  expect((await desk.settle(give.id, 'reopen')).statusCode).toBe(200)
  expect((await order(id)).status).toBe('delivered')
  expect(await db.selectFrom('payments').select('captured_cents').execute()).toEqual(captured)
  expect(await stock()).toBe(before)
  expect(await whatIsWrong(db)).toEqual([])
})

/** Two orders of one product, each paid $13.00 twice over: in cash on one phone, by check on another. */
async function anOverpaidMorning() {
  const its = await aMarketMorning(0)
  const desk = aDesk(its)
  const jam = await aProduct(its.db, { price: 1300, stock: 9 })
  const second = await aPhone(its, {
    ...{ dayId: its.dayId, deviceId: crypto.randomUUID(), label: 'Phone 2' },
  })
  const order = async () => {
    const items = [{ productId: jam.id, quantity: 1, price: 13 }]
    const draft = { customerName: 'Ada', marketDayId: its.dayId, items, total: 13, paidBy: null }
    const placed = await desk.ask('POST', '/api/desk/orders', { id: crypto.randomUUID(), ...draft })
    const { id } = placed.json()
    const { mark } = await its.boxOf(id)
    return { id: Number(id), mark }
  }
  const pay = (by: typeof second, order: { id: number; mark: string }, way = 'Cash') =>
    by.make('pay', { order, tenders: [{ way, isCash: way === 'Cash', amount: 13 }] })
  const toDecide = async () => (await desk.overview()).toDecide.map(({ message }) => message)
  const onToday = async () => (await desk.ask('GET', '/api/today')).json().atStall
  return { its, desk, second, order, pay, toDecide, onToday }
}

test('an overpaid order waits with both payments named, for as long as money is due back', async () => {
  const { its, desk, second, order, pay, toDecide, onToday } = await anOverpaidMorning()
  const { phone } = its
  const [given, undone] = [await order(), await order()]
  const first = pay(phone, undone)
  await phone.send(pay(phone, given), first)
  await second.send(pay(second, given))
  its.clock.now = new Date('2026-11-21T17:01:00.000Z')
  await second.send(pay(second, undone, 'Check'))
  const over = (id: number, way = 'Cash') =>
    `#${id} was overpaid by $13.00. Give it back. Also taken: $13.00 by ${way} on Phone 1.`
  expect(await toDecide()).toEqual([over(given.id), over(undone.id)])
  expect(await onToday()).toBe(2)
  expect((await phone.day()).toDecide).toHaveLength(2)
  await phone.report('pay-back', { order: given, ...CASH, amount: 5, note: null })
  expect((await toDecide())[0]).toMatch(`#${given.id} was overpaid by $8.00. Give it back.`)
  await phone.report('pay-back', { order: given, ...CASH, amount: 8, note: null })
  expect(await toDecide()).toEqual([over(undone.id)])
  await phone.report('void-pay', { target: first.id })
  expect(await toDecide()).toEqual([])
  expect(await onToday()).toBe(0)
  expect((await phone.day()).toDecide).toEqual([])
  expect(await whatIsWrong(its.db)).toEqual([])
  // Given back once more than was taken, it waits again.
  await phone.report('pay-back', { order: undone, ...CASH, amount: 1, note: null })
  expect(await toDecide()).toEqual([])
  await phone.report('pay-back', { order: undone, ...CASH, amount: 13, note: null })
  expect((await toDecide()).at(-1)).toBe(`More was given back for #${undone.id} than was paid.`)
  expect(await desk.overview()).toMatchObject({ toDecide: { length: await onToday() } })
})

test('a canceled order that was paid and handed out is reopened as paid, and no money waits', async () => {
  const { its, desk, order, pay, toDecide } = await anOverpaidMorning()
  const { phone } = its
  const { id, mark } = await order()
  const give = phone.make('give', giveOf(await its.boxOf(id)))
  await desk.ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
  await phone.send(pay(phone, { id, mark }))
  its.clock.now = new Date('2026-11-21T17:01:00.000Z')
  await phone.send(give)
  expect((await desk.overview()).toDecide).toMatchObject(
    [
      { message: `#${id} was overpaid by $13.00. Give it back.`, choices: ['done'] },
      { message: `#${id} was handed over, but it was canceled.`, choices: ['reopen', 'done'] },
    ].map((note) => ({ ...note, isPaid: true })),
  )
  expect((await desk.settle(give.id, 'reopen')).statusCode).toBe(200)
  expect((await its.order(id)).status).toBe('delivered')
  expect(await toDecide()).toEqual([])
})

test('what phone and farmer noted about an order names nobody once its customer is erased', async () => {
  const its = await aMarketMorning(1)
  const { phone, ids, boxOf, db } = its
  const [id = 0] = ids
  const desk = aDesk(its)
  const box = await boxOf(id)
  await desk.ask('PUT', `/api/orders/${id}/status`, { status: 'cancelled' })
  const order = { id, mark: box.mark }
  const give = phone.make('give', giveOf(box))
  const back = phone.make('pay-back', { order, ...CASH, amount: 5, note: 'For Ada’s eggs' })
  const sent = (await phone.send(give, back)).results
  for (const { id } of (await desk.overview()).toDecide) await desk.settle(id, 'done', 'Called Ada')
  const stored = async () =>
    JSON.stringify([
      await db.selectFrom('stall_commands').selectAll().execute(),
      await db.selectFrom('tenders').selectAll().execute(),
      await db.selectFrom('audit').selectAll().execute(),
    ])
  expect(await stored()).toMatch(/Ada’s eggs.*Called Ada/)
  await write(db, (tx) => erasePerson(tx, id, its.clock.now.toISOString()))
  expect(await stored()).not.toContain('Ada')
  // The phone may not know that they arrived.
  const again = (await phone.send(give, back)).results
  expect(again.map(({ outcome }) => outcome)).toEqual(sent.map(({ outcome }) => outcome))
  expect(await db.selectFrom('stall_commands').select('id').execute()).toHaveLength(2)
})

test('a file of a phone goes by the same rules, and what it sends afterwards has no second effect', async () => {
  const its = await aMarketMorning(0)
  const { phone, db } = its
  const desk = aDesk(its)
  const sale = phone.make('sell', SALE)
  const head = { version: 1, deviceId: phone.deviceId, sentAt: its.clock.now.toISOString() }
  const file = { ...head, waiting: 0, gone: [], commands: [sale, 'nonsense'] }
  const answer = await desk.ask('POST', '/api/stall/files', file)
  expect(answer.json().results.map(({ outcome }: { outcome: string }) => outcome)).toEqual([
    ...['applied', 'unreadable'],
  ])
  expect((await phone.send(sale)).results).toMatchObject([{ outcome: 'applied' }])
  expect(await db.selectFrom('sales').select('id').execute()).toHaveLength(1)
})

test('a file of a phone may do what the phone itself may: what only the farmer may do is shown', async () => {
  const its = await aMarketMorning(0)
  const helper = await aHelper(its)
  const hers = await aPhone(its, { dayId: its.dayId, cookie: helper.cookie })
  const desk = aDesk(its)
  const fileOf = (deviceId: string, commands: object[]) => {
    const head = { version: 1, deviceId, sentAt: its.clock.now.toISOString() }
    return desk.ask('POST', '/api/stall/files', { ...head, waiting: 0, gone: [], commands })
  }
  const outcomes = async (deviceId: string, phone = hers) => {
    const start = phone.make('cash-start', { amount: 20, replaces: [] })
    const move = phone.make('cash-move', { move: 'put_in', amount: 3, note: null })
    const { results } = (await fileOf(deviceId, [start, move])).json()
    return results.map(({ outcome }: { outcome: string }) => outcome)
  }
  expect(await outcomes(hers.deviceId)).toEqual(['set-aside', 'applied'])
  expect(await outcomes(crypto.randomUUID())).toEqual(['set-aside', 'applied'])
  expect(await outcomes(its.phone.deviceId, its.phone)).toEqual(['applied', 'applied'])
  await desk.ask('POST', `/api/stall/phones/${hers.deviceId}/lost`)
  expect(await outcomes(hers.deviceId)).toEqual(['quarantined', 'quarantined'])
  const { toDecide } = await desk.overview()
  expect(toDecide.map(({ choices }) => choices[0])).toEqual(['take', 'take', 'take', 'take'])
})

test('an order of another mark is never touched, and neither is one that the shop does not have', async () => {
  const its = await aMarketMorning(1)
  const { phone, ids, boxOf, order, db } = its
  const [id = 0] = ids
  const box = await boxOf(id)
  const other = { ...giveOf(box), order: { id, mark: 'deadbeef' } }
  expect(await phone.report('give', other)).toMatchObject({ outcome: 'set-aside' })
  const unknown = { ...giveOf(box), order: { id: 77_777, mark: box.mark } }
  expect(await phone.report('give', unknown)).toMatchObject({ outcome: 'set-aside' })
  const paid = { order: { id, mark: box.mark }, tenders: [{ ...CASH, amount: 5 }] }
  expect(await phone.report('pay', paid)).toMatchObject({ outcome: 'set-aside' })
  expect((await order(id)).collected_at).toBeNull()
  const { toDecide } = await aDesk(its).overview()
  expect(toDecide.map(({ choices }) => choices)).toEqual([['done'], ['done'], ['done']])
  expect(await db.selectFrom('tenders').select('id').execute()).toEqual([])
})
