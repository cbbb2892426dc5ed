import { describe, expect, test } from 'vitest'
import type { Cents } from '#contract/money/money.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { type AShop, aProduct, aShop } from '#tests/a-shop.ts'
import { aPhone } from '#tests/a-stall.ts'
import { atDesk } from '#tests/at-desk.ts'
import { expectBooksToName, type Spoiled } from '#tests/spoiled-books.ts'
import { showCashBox } from './show-cash-box.ts'

/** 10 AM on a market Saturday, farm time. */
const NOON = '2026-11-21T17:00:00.000Z'

async function aStall() {
  const shop = await aShop({ now: NOON })
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 6 })
  const beets = await aProduct(shop.db, { name: 'Beets', price: 300, stock: 2 })
  const row = shop.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-21')
  const { id: dayId } = await row.where('place_id', '=', 1).executeTakeFirstOrThrow()
  const phone = await aPhone(shop, { dayId })
  const call = atDesk(shop)
  const sell = async (lines: SaleLines, ...paid: [string, number][]) => {
    const tenders = paid.map(([way, amount]) => ({ way, isCash: way === 'Cash', amount }))
    const sale = phone.make('sell', { lines, tenders, note: null })
    const { results } = await phone.send(sale)
    expect(results).toMatchObject([{ outcome: 'applied' }])
    return sale.id
  }
  return { shop, eggs, beets, call, dayId, sell, phone }
}

type SaleLines = { productId?: number; name?: string; units: number; amount: number }[]

async function stockOf({ db }: AShop): Promise<Record<string, number>> {
  const rows = await db.selectFrom('products').select(['name', 'stock']).orderBy('id').execute()
  return Object.fromEntries(rows.map(({ name, stock }) => [name, stock]))
}

const movementsOf = ({ db }: AShop) =>
  db
    .selectFrom('stock_movements')
    .select(['product_id', 'delta', 'reason'])
    .where('reason', '=', 'market')
    .orderBy('id')
    .execute()

describe('a walk-in sale', () => {
  test('takes the goods, by free prices and free lines, and the money, by several ways', async () => {
    const { shop, eggs, beets, sell, dayId, call } = await aStall()
    const lines = [
      { productId: eggs.id, units: 3, amount: 12 },
      { name: 'Bag of seconds', units: 1, amount: 2 },
      { productId: beets.id, units: 1, amount: 0 },
    ]
    await sell(lines, ['Cash', 10], ['Venmo', 4])
    const ways = { Cash: 10, Venmo: 4 }
    expect((await call('GET', '/api/sales')).json()).toMatchObject({
      ...{ day: '2026-11-21', total: 14 },
      sales: [
        {
          ...{ total: 14, placeName: 'Farmers market', undoneAt: null },
          tenders: Object.entries(ways).map(([way, amount]) => ({ way, amount })),
          lines: [{ name: 'Eggs' }, { productId: null, name: 'Bag of seconds' }, {}],
        },
      ],
    })
    expect((await call('GET', '/api/sales?day=2026-11-20')).json()).toMatchObject({ total: 0 })
    expect(await stockOf(shop)).toEqual({ Eggs: 3, Beets: 1 })
    expect(await movementsOf(shop)).toEqual([
      { product_id: eggs.id, delta: -3, reason: 'market' },
      { product_id: beets.id, delta: -1, reason: 'market' },
    ])
    const tenders = shop.db.selectFrom('tenders').select(['name', 'is_cash', 'market_day_id'])
    expect(await tenders.orderBy('id').execute()).toEqual([
      { name: 'Cash', is_cash: true, market_day_id: dayId },
      { name: 'Venmo', is_cash: false, market_day_id: dayId },
    ])
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('may be a gift: nothing is paid, and the journal alone does not bring the goods back', async () => {
    const { shop, eggs, sell, call } = await aStall()
    await sell([{ productId: eggs.id, units: 1, amount: 0 }])
    expect((await call('GET', '/api/sales')).json().sales).toMatchObject([
      { total: 0, tenders: [] },
    ])
    expect(await stockOf(shop)).toMatchObject({ Eggs: 5 })
    const moved = shop.db.selectFrom('stock_movements').select('id').where('reason', '=', 'market')
    const { id } = await moved.executeTakeFirstOrThrow()
    const undo = await call('POST', `/api/movements/${id}/undo`, { id: crypto.randomUUID() })
    expect([undo.statusCode, undo.json().code]).toEqual([409, 'change-impossible'])
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('that the desk undoes brings back what it took, once, and its money counts no more', async () => {
    const { shop, eggs, sell, call, dayId } = await aStall()
    const lines = [{ productId: eggs.id, units: 8, amount: 40 }]
    const id = await sell(lines, ['Cash', 30], ['Check', 10])
    expect(await stockOf(shop)).toMatchObject({ Eggs: 0 })
    const undo = () => call('POST', `/api/sales/${id}/undo`)
    const [first, second] = await Promise.all([undo(), undo()])
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(first.json()).toMatchObject({ undoneAt: NOON, total: 40 })
    expect(await stockOf(shop)).toMatchObject({ Eggs: 6 })
    const signed = await shop.db.selectFrom('tenders').select('amount_cents').execute()
    expect(signed.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(0)
    expect(signed).toHaveLength(4)
    expect(await showCashBox(shop.db, dayId)).toMatchObject({ sales: 0, expected: 0, ways: [] })
    const listed = (await call('GET', '/api/sales')).json()
    expect(listed).toMatchObject({ day: '2026-11-21', total: 0, sales: [{ id, undoneAt: NOON }] })
    expect(await checkBooks(shop.db)).toEqual([])
    expect((await call('POST', `/api/sales/${crypto.randomUUID()}/undo`)).statusCode).toBe(404)
  })
})

const CENTS = 400 as Cents

const SPOILED: Spoiled[] = [
  [
    'a payment that is gone',
    (tx) => tx.deleteFrom('tenders').execute(),
    { law: 'sale', found: 0, expected: 500 },
  ],
  [
    'a line of another price',
    (tx) => tx.updateTable('sale_items').set({ cents: CENTS }).execute(),
    { law: 'sale', found: 400, expected: 500 },
  ],
  [
    'a movement that is gone',
    (tx) => tx.deleteFrom('stock_movements').where('market_day_id', 'is not', null).execute(),
    { law: 'load', found: 1, expected: 0 },
  ],
  [
    'a count of another sum',
    (tx) => tx.updateTable('cash_counts').set({ expected_cents: 700 }).execute(),
    { law: 'cash', found: 700, expected: 500 },
  ],
]

test('the books name each that is spoiled', async () => {
  const { shop, eggs, sell, phone } = await aStall()
  await sell([{ productId: eggs.id, units: 1, amount: 5 }], ['Check', 5])
  await phone.report('cash-move', { move: 'put_in', amount: 5, note: null })
  shop.clock.now = new Date('2026-11-21T17:05:00.000Z')
  await phone.report('count-cash', { counted: 5, note: null })
  await expectBooksToName(shop.db, SPOILED)
})
