import { describe, expect, test } from 'vitest'
import type { CashBox } from '#contract/market/cash-box.ts'
import type { Truck } from '#contract/market/truck.ts'
import { subscribe } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { aPhone, cashSale } from '#tests/a-stall.ts'
import { IS_LONG } from '#tests/length-of-run.ts'

/** 10 AM on a market Saturday, farm time, with a phone at the stall. */
async function aSaturday() {
  const shop = await aShop({ now: '2026-11-21T17:00:00.000Z' })
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 8 })
  const row = shop.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-21')
  const { id: dayId } = await row.where('place_id', '=', 1).executeTakeFirstOrThrow()
  const phone = await aPhone(shop, { dayId, label: 'Phone 2' })
  const headers = { cookie: phone.desk, accept: 'application/json' }
  const show = (what: 'cash' | 'truck') =>
    shop.inject({ url: `/api/market-days/${dayId}/${what}`, headers })
  const box = async () => (await show('cash')).json<CashBox>()
  const truck = async () => (await show('truck')).json<Truck>().products[0]
  const other = await aPhone(shop, { dayId, label: 'Phone 3', cookie: phone.desk })
  const count = (counted: number) => other.report('count-cash', { counted, note: null })
  const sale = (units: number) => cashSale(units * 5, { productId: eggs.id }, units)
  return { shop, eggs, phone, other, box, truck, count, sale, books: () => checkBooks(shop.db) }
}

test('open desks are told of a phone that they waited for, and of nothing when it only says that it is there', async () => {
  const { shop, phone, sale } = await aSaturday()
  const told: string[] = []
  subscribe(shop.db, (events) => told.push(...events.map(({ kind }) => kind)))
  const toldOf = async (work: Promise<unknown>) => {
    await work
    return told.splice(0).filter((kind) => kind === 'phones').length
  }
  await phone.day()
  expect(await toldOf(phone.send())).toBe(0)
  expect(await toldOf(phone.post([phone.make('sell', sale(1))], { waiting: 2 }))).toBe(1)
  expect(await toldOf(phone.send())).toBe(1)
  expect(await toldOf(phone.send())).toBe(0)
  shop.clock.now = new Date('2026-11-22T02:00:00.000Z')
  expect(await toldOf(phone.send())).toBe(1)
  shop.clock.now = new Date('2026-11-22T02:00:20.000Z')
  expect(await toldOf(phone.send())).toBe(0)
})

describe('the cash of a day', () => {
  test('begins with the last change at the start, whichever phone said it', async () => {
    const { phone, other, box, books } = await aSaturday()
    const amounts = [100, 0, 150, 95]
    for (const [index, amount] of amounts.entries()) {
      const by = index % 3 === 0 ? other : phone
      const replaces = (await by.day()).cash.starts.map(({ id }) => id)
      await by.report('cash-start', { amount, replaces })
      expect(await box()).toMatchObject({ start: amount, expected: amount })
      expect((await phone.day()).cash.starts).toMatchObject([{ amount }])
    }
    expect(await books()).toEqual([])
  })

  test('that began with two figures, neither of which knew of the other, asks the farmer which it was', async () => {
    const { phone, other, box } = await aSaturday()
    const start = phone.make('cash-start', { amount: 120, replaces: [] })
    await other.report('cash-start', { amount: 100, replaces: [] })
    expect((await phone.send(start)).results).toMatchObject([
      {
        outcome: 'set-aside',
        message: expect.stringMatching(/\$100\.00 and \$120|\$120\.00 and \$100/),
      },
    ])
    expect(await box()).toMatchObject({ start: 220 })
    const replaces = (await phone.day()).cash.starts.map(({ id }) => id)
    expect(await phone.report('cash-start', { amount: 120, replaces })).toMatchObject({
      outcome: 'applied',
    })
    expect(await box()).toMatchObject({ start: 120 })
  })

  test('is added up anew from starts that stand, sales that are void before they come, and moves', async () => {
    const { phone, box, sale, books, count } = await aSaturday()
    const first = phone.make('cash-start', { amount: 50, replaces: [] })
    const mended = phone.make('cash-start', { amount: 60, replaces: [first.id] })
    const void1 = phone.make('sell', sale(2))
    // Replacements and voids arrive before what they replace or void.
    await phone.send(mended, first)
    await phone.send(phone.make('void-sale', { target: void1.id }), void1)
    await phone.report('sell', sale(3))
    const check = { way: 'Check', isCash: false, amount: 8 }
    const seconds = { name: 'Seconds', units: 1, amount: 8 }
    await phone.report('sell', { lines: [seconds], tenders: [check], note: null })
    await phone.report('cash-move', { move: 'paid_out', amount: 8, note: 'Ice' })
    await phone.report('cash-move', { move: 'put_in', amount: 3, note: null })
    expect(await box()).toMatchObject({
      ...{ start: 60, sales: 15, paidOut: -8, putIn: 3, expected: 70, late: [] },
      ways: [
        { way: 'Cash', isCash: true, sales: 15, total: 15 },
        { way: 'Check', isCash: false, sales: 8, total: 8 },
      ],
    })
    await count(70)
    await phone.report('sell', sale(1))
    await phone.report('count-cash', { counted: 75, note: null })
    expect(await box()).toMatchObject({
      expected: 75,
      late: [{ kind: 'sale', amount: 5, phone: 'Phone 2' }],
      counts: [
        { number: 1, expected: 70, counted: 70 },
        { number: 2, expected: 75, counted: 75 },
      ],
    })
    expect(await books()).toEqual([])
  })

  test('has each sale in its closing, or marked as late', { timeout: 60_000 }, async () => {
    for (let round = 0; round < (IS_LONG ? 12 : 3); round++) {
      const { phone, box, sale, books, count } = await aSaturday()
      const sent = [1, 2, 3].map((units) => phone.make('sell', sale(units)))
      await Promise.all([
        ...sent.slice(0, round % 3).map((command) => phone.send(command)),
        count(0),
        ...sent.slice(round % 3).map((command) => phone.send(command)),
      ])
      const { counts, late, expected } = await box()
      const came = late.reduce((sum, { amount }) => sum + amount, 0)
      expect([expected, (counts[0]?.expected ?? 0) + came]).toEqual([30, 30])
      expect(await books()).toEqual([])
    }
  })
})

describe('goods of a phone', () => {
  test('are loaded, sold, mended and brought home, whatever is heard first', async () => {
    const { eggs, phone, truck, sale, books } = await aSaturday()
    const load = phone.make('load', { goods: [{ productId: eggs.id, units: 6 }] })
    const goods = (back: number, waste: number) => [{ productId: eggs.id, back, waste }]
    const home = phone.make('came-home', { goods: goods(2, 0), replaces: [] })
    const mended = phone.make('came-home', { goods: goods(1, 1), replaces: [home.id] })
    await phone.send(mended, phone.make('sell', sale(4)), home)
    await phone.send(load)
    expect(await truck()).toMatchObject({
      ...{ taken: 6, sold: 4, back: 1, waste: 1, loaded: 4, stock: 3, beyond: 0 },
    })
    await phone.report('unload', { goods: [{ productId: eggs.id, units: 1 }] })
    expect(await truck()).toMatchObject({ taken: 5, loaded: 3, sold: 4, stock: 3 })
    expect(await books()).toEqual([])
  })

  test('of a sale that the desk undid are on the truck again, and the phone is told', async () => {
    const { shop, eggs, phone, truck, sale, books } = await aSaturday()
    await phone.report('load', { goods: [{ productId: eggs.id, units: 6 }] })
    const sold = phone.make('sell', sale(4))
    await phone.send(sold)
    expect((await phone.day()).undone).toEqual([])
    const headers = { cookie: phone.desk, accept: 'application/json' }
    await shop.inject({ method: 'POST', url: `/api/sales/${sold.id}/undo`, headers })
    expect(await phone.day()).toMatchObject({
      undone: [sold.id],
      products: [{ loaded: 6, sold: 0 }],
    })
    await phone.report('void-sale', { target: sold.id })
    expect(await truck()).toMatchObject({ taken: 6, sold: 0, stock: 2 })
    expect(await books()).toEqual([])
  })

  test('come home as the last one who knew of a report corrects it, whichever phone said it', async () => {
    const { eggs, phone, other, truck, books } = await aSaturday()
    await phone.report('load', { goods: [{ productId: eggs.id, units: 6 }] })
    const said = (back: number, waste: number) => [{ productId: eggs.id, back, waste }]
    await phone.report('came-home', { goods: said(4, 0), replaces: [] })
    for (const [by, back, waste] of [[other, 3, 1] as const, [phone, 2, 1] as const]) {
      const replaces = (await by.day()).home.map(({ id }) => id)
      await by.report('came-home', { goods: said(back, waste), replaces })
      expect((await phone.day()).home).toMatchObject([{ goods: said(back, waste) }])
    }
    expect(await truck()).toMatchObject({ back: 2, waste: 1 })
    expect(await books()).toEqual([])
  })

  test('that the shop does not know are told to the farmer, and the others count', async () => {
    const { eggs, phone, truck } = await aSaturday()
    const goods = [eggs.id, 99].map((productId) => ({ productId, units: 2 }))
    const sent = await phone.report('load', { goods })
    expect(sent).toMatchObject({
      outcome: 'set-aside',
      message: 'The shop does not know 1 of the products on this list.',
    })
    expect(await truck()).toMatchObject({ taken: 2, stock: 6 })
  })
})
