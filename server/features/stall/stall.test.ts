import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aHelper } from '#tests/a-helper.ts'
import { aMarketMorning } from '#tests/a-market-morning.ts'
import { aProduct } from '#tests/a-shop.ts'
import { aPhone, cashSale, giveOf } from '#tests/a-stall.ts'

test('the same command again has the stored answer; another one under its id or its number waits', async () => {
  const { phone, dayId, db } = await aMarketMorning(0)
  const sale = phone.make('sell', cashSale(5, { name: 'Pumpkin' }))
  const first = await phone.send(sale)
  expect(first.results).toEqual([{ id: sale.id, seq: 1, outcome: 'applied', message: null }])
  expect((await phone.send(sale)).results).toEqual(first.results)
  const other = await phone.send({ ...sale, note: 'Another' })
  expect(other.results).toMatchObject([{ id: sale.id, seq: 1, outcome: 'set-aside' }])
  const twice = await phone.send({ ...sale, id: crypto.randomUUID() })
  expect(twice.results).toMatchObject([{ seq: 1, outcome: 'set-aside' }])
  expect(await db.selectFrom('sales').select(['market_day_id', 'total_cents']).execute()).toEqual([
    { market_day_id: dayId, total_cents: 500 },
  ])
  expect(twice).toMatchObject({ seen: 1, missing: [] })
})

test('a sale and the command that told of it stand together, or the books name it', async () => {
  const { phone, db } = await aMarketMorning(0)
  const sale = phone.make('sell', cashSale(5, { name: 'Pumpkin' }))
  await phone.send(sale)
  expect(await checkBooks(db)).toEqual([])
  const other = 'a-sale-that-is-not-there'
  await write(db, (tx) => sql`update stall_commands set id = ${other}`.execute(tx))
  const wrong = (await checkBooks(db)).filter(({ law }) => law === 'commands')
  expect(wrong.map(({ subject, message: text }) => [subject, text]).sort()).toEqual(
    [
      [`sale:${other}`, 'A sale was written down that is not there.'],
      [`sale:${sale.id}`, 'There is a sale that nobody wrote down.'],
    ].sort(),
  )
  await write(db, (tx) => sql`update stall_commands set counts = false`.execute(tx))
  const left = (await checkBooks(db)).filter(({ law }) => law === 'commands')
  expect(left.map(({ subject }) => subject)).toEqual([`sale:${sale.id}`])
})

test('a helper’s take-back undoes gives alone, whatever else it names and whichever is heard first', async () => {
  const its = await aMarketMorning()
  const { id: productId } = await aProduct(its.db, { stock: 8 })
  const stock = async () => {
    const rows = its.db.selectFrom('products').select('stock').where('id', '=', productId)
    return (await rows.executeTakeFirstOrThrow()).stock
  }
  const helper = await aHelper(its)
  const hers = await aPhone(its, { dayId: its.dayId, cookie: helper.cookie })
  const box = await its.boxOf(its.ids[0] ?? 0)
  const backOf = (...gives: string[]) =>
    hers.report('take-back', { order: { id: box.id, mark: box.mark }, gives })
  const soldOne = () => its.phone.make('sell', cashSale(5, { productId }))
  await its.phone.report('load', { goods: [{ productId, units: 6 }] })
  const home = its.phone.make('came-home', {
    goods: [{ productId, back: 4, waste: 0 }],
    replaces: [],
  })
  const start = its.phone.make('cash-start', { amount: 40, replaces: [] })
  const [first, second] = [soldOne(), soldOne()]
  const give = its.phone.make('give', giveOf(box))
  expect(await backOf(second.id)).toMatchObject({ outcome: 'applied' })
  await its.phone.send(home, start, first, second, give)
  expect(await backOf(home.id, start.id, first.id, give.id)).toMatchObject({
    outcome: 'set-aside',
    message: 'This would undo something of another kind, order or market day.',
  })
  expect((await its.order(box.id)).collected_at).toBeNull()
  expect(await stock()).toBe(6)
  const { home: reports, cash } = await hers.day()
  expect(cash).toMatchObject({ expected: 50, sales: 10 })
  expect(reports).toEqual([{ id: home.id, goods: [{ productId, back: 4, waste: 0 }] }])
  for (const { id: target } of [first, second])
    expect((await hers.report('void-sale', { target })).message).toBeNull()
  expect((await hers.day()).cash).toMatchObject({ expected: 40, sales: 0 })
  expect(await checkBooks(its.db)).toEqual([])
})
