import { describe, expect, test } from 'vitest'
import type { Sale } from '#contract/market/sales.ts'
import { write } from '#server/db/write.ts'
import { checkBooks } from '#server/features/books/check-books.ts'
import { type AShop, aProduct, aShop, signIn } from '#tests/a-shop.ts'

/** Noon of a market Saturday. */
const NOON = '2026-11-21T17:00:00.000Z'

async function aStall() {
  const shop = await aShop({ now: NOON })
  const eggs = await aProduct(shop.db, { name: 'Eggs', price: 500, stock: 6 })
  const beets = await aProduct(shop.db, { name: 'Beets', price: 300, stock: 2 })
  const headers = { cookie: await signIn(shop), accept: 'application/json' }
  const call = (method: 'GET' | 'POST', url: string, payload?: object) =>
    shop.inject({ method, url, headers, ...(payload ? { payload } : {}) })
  const row = shop.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-21')
  const { id: marketDayId } = await row.where('place_id', '=', 1).executeTakeFirstOrThrow()
  const sell = (draft: object) =>
    call('POST', '/api/sales', { id: crypto.randomUUID(), marketDayId, ...draft })
  return { shop, eggs, beets, call, marketDayId, sell }
}

async function stockOf({ db }: AShop): Promise<Record<string, number>> {
  const rows = await db.selectFrom('products').select(['name', 'stock']).orderBy('id').execute()
  return Object.fromEntries(rows.map(({ name, stock }) => [name, stock]))
}

const movementsOf = ({ db }: AShop) =>
  db
    .selectFrom('stock_movements')
    .select(['product_id', 'delta', 'reason'])
    .where('reason', 'in', ['market', 'gift'])
    .orderBy('id')
    .execute()

const paid = (...tenders: [string, number][]) => tenders.map(([way, amount]) => ({ way, amount }))

describe('a walk-in sale', () => {
  test('takes the goods, by free prices and free lines, and the money, by several ways', async () => {
    const { shop, eggs, beets, sell, marketDayId } = await aStall()
    const lines = [
      { productId: eggs.id, units: 3, amount: 12 },
      { name: 'Bag of seconds', units: 1, amount: 2 },
      { productId: beets.id, units: 1, amount: 0 },
    ]
    const sold = await sell({ lines, tenders: paid(['Cash', 10], ['Venmo', 4]) })
    expect(sold.statusCode).toBe(201)
    expect(sold.json()).toMatchObject({
      ...{ total: 14, placeName: 'Farmers market', undoneAt: null },
      tenders: paid(['Cash', 10], ['Venmo', 4]),
      lines: [{ name: 'Eggs', beyond: 0 }, { productId: null, name: 'Bag of seconds' }, {}],
    })
    expect(await stockOf(shop)).toEqual({ Eggs: 3, Beets: 1 })
    expect(await movementsOf(shop)).toEqual([
      { product_id: eggs.id, delta: -3, reason: 'market' },
      { product_id: beets.id, delta: -1, reason: 'market' },
    ])
    const tenders = shop.db.selectFrom('tenders').select(['name', 'is_cash', 'market_day_id'])
    expect(await tenders.orderBy('id').execute()).toEqual([
      { name: 'Cash', is_cash: true, market_day_id: marketDayId },
      { name: 'Venmo', is_cash: false, market_day_id: marketDayId },
    ])
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('may be a gift: nothing is paid, and the journal alone does not bring the goods back', async () => {
    const { shop, eggs, sell, call } = await aStall()
    const lines = [{ productId: eggs.id, units: 1, amount: 0 }]
    const gift = { marketDayId: undefined, lines, tenders: [] }
    expect((await sell(gift)).json()).toMatchObject({ total: 0, tenders: [] })
    expect(await stockOf(shop)).toMatchObject({ Eggs: 5 })
    const moved = shop.db.selectFrom('stock_movements').select('id').where('reason', '=', 'gift')
    const { id } = await moved.executeTakeFirstOrThrow()
    const undo = await call('POST', `/api/movements/${id}/undo`, { id: crypto.randomUUID() })
    expect([undo.statusCode, undo.json().code]).toEqual([409, 'change-impossible'])
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('is made once, however often it is sent; another one under its name is refused', async () => {
    const { shop, eggs, sell } = await aStall()
    const draft = {
      ...{ id: crypto.randomUUID(), lines: [{ productId: eggs.id, units: 2, amount: 10 }] },
      tenders: paid(['Cash', 10]),
    }
    const answers = await Promise.all([sell(draft), sell(draft), sell(draft)])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await stockOf(shop)).toMatchObject({ Eggs: 4 })
    const other = await sell({ ...draft, tenders: paid(['Check', 10]) })
    expect([other.statusCode, other.json().code]).toEqual([409, 'change-impossible'])
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('of more than is for sale is refused with what there is, unless it is in hand', async () => {
    const { shop, eggs, beets, sell } = await aStall()
    const draft = {
      lines: [
        { productId: eggs.id, units: 4, amount: 20 },
        { productId: eggs.id, units: 4, amount: 20 },
        { productId: beets.id, units: 3, amount: 9 },
      ],
      tenders: paid(['Cash', 49]),
    }
    const refused = await sell(draft)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'sold-out'])
    expect(refused.json().problems).toMatchObject([
      { field: 'lines.1.units', message: 'The shop has only 2 of Eggs for sale.', current: 2 },
      { field: 'lines.2.units', current: 2 },
    ])
    expect(await stockOf(shop)).toEqual({ Eggs: 6, Beets: 2 })
    expect(await shop.db.selectFrom('sales').select('id').execute()).toEqual([])
    const atTheFarm = { ...draft, marketDayId: undefined, beyondStock: true }
    const sold = (await sell(atTheFarm)).json<Sale>()
    expect(sold.lines.map(({ beyond }) => beyond)).toEqual([0, 2, 1])
    expect(await stockOf(shop)).toEqual({ Eggs: 0, Beets: 0 })
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('that is undone brings back what it took, once, and its money counts no more', async () => {
    const { shop, eggs, sell, call } = await aStall()
    const lines = [{ productId: eggs.id, units: 8, amount: 40 }]
    const tenders = paid(['Cash', 30], ['Check', 10])
    const { id } = (await sell({ lines, tenders, beyondStock: true })).json<Sale>()
    const undo = () => call('POST', `/api/sales/${id}/undo`)
    const [first, second] = await Promise.all([undo(), undo()])
    expect([first.statusCode, second.statusCode]).toEqual([200, 200])
    expect(first.json()).toMatchObject({ undoneAt: NOON, total: 40, tenders })
    expect(await stockOf(shop)).toMatchObject({ Eggs: 6 })
    const signed = await shop.db.selectFrom('tenders').select('amount_cents').execute()
    expect(signed.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(0)
    expect(signed).toHaveLength(4)
    const listed = (await call('GET', '/api/sales')).json()
    expect(listed).toMatchObject({ day: '2026-11-21', total: 0, sales: [{ id, undoneAt: NOON }] })
    expect(await checkBooks(shop.db)).toEqual([])
    expect((await call('POST', `/api/sales/${crypto.randomUUID()}/undo`)).statusCode).toBe(404)
  })

  test.each([
    [{ tenders: paid(['Cash', 4]) }, 400, 'tenders', 'The sale is $5.00, but $4.00 was paid.'],
    [
      { tenders: paid(['Barter', 5]) },
      400,
      'tenders.0.way',
      'Please choose one of your ways to pay.',
    ],
    [{ lines: [] }, 400, 'lines', 'Please choose what is sold.'],
    [{ lines: [{ units: 1, amount: 5 }] }, 400, 'lines.0.name', 'Please say what it is.'],
    [
      { lines: [{ productId: 999, units: 1, amount: 5 }] },
      409,
      'lines.0.productId',
      /no such product/,
    ],
    [{ lines: [{ name: 'Kale', units: 0, amount: 5 }] }, 400, 'lines.0.units', /at least 1/],
    [{ lines: [{ name: 'Kale', units: 1, amount: -5 }] }, 400, 'lines.0.amount', /0 or more/],
    [{ lines: [{ name: 'Kale', units: 1, amount: 100_001 }] }, 400, 'lines.0.amount', /At most/],
    [{ marketDayId: 9999 }, 404, undefined, 'There is no such market day.'],
    [{ note: 'Card 4242 4242 4242 4242' }, 400, 'note', /card number/],
  ])('with sense: %j is refused', async (draft, status, field, text) => {
    const { shop, sell } = await aStall()
    const good = { lines: [{ name: 'Kale', units: 1, amount: 5 }], tenders: paid(['Cash', 5]) }
    const answer = await sell({ ...good, ...draft })
    expect([answer.statusCode, answer.json().field]).toEqual([status, field])
    expect(answer.json().message).toMatch(text)
    expect(await shop.db.selectFrom('tenders').select('id').execute()).toEqual([])
  })

  test('is of a market day that has come, and is listed on its own day alone', async () => {
    const { shop, sell, call } = await aStall()
    const later = shop.db.selectFrom('market_days').select('id').where('day', '=', '2026-11-28')
    const { id } = await later.where('place_id', '=', 1).executeTakeFirstOrThrow()
    const good = { lines: [{ name: 'Kale', units: 1, amount: 5 }], tenders: paid(['Cash', 5]) }
    expect((await sell({ ...good, marketDayId: id })).json().field).toBe('marketDayId')
    await sell(good)
    const totalOn = async (day: string) => (await call('GET', `/api/sales?day=${day}`)).json().total
    expect([await totalOn('2026-11-20'), await totalOn('2026-11-21')]).toEqual([0, 5])
    const choices = (await call('GET', '/api/sales/choices')).json()
    expect(choices).toMatchObject({
      today: '2026-11-21',
      ways: [{ name: 'Cash', isCash: true }, {}, {}, {}, {}, {}, {}],
    })
    type Day = { day: string; placeName: string }
    const today = choices.marketDays.filter(({ day }: Day) => day === '2026-11-21')
    expect(today.map(({ placeName }: Day) => placeName)).toEqual(['Farmers market', 'Farm store'])
  })
})

describe('the cash box of a market day', () => {
  test('is what it began with, sales, orders, what was put in and paid out, always counted anew', async () => {
    const { shop, sell, call, marketDayId } = await aStall()
    const box = `/api/market-days/${marketDayId}/cash`
    const move = (kind: string, amount: number, note: string | null = null) =>
      call('POST', `${box}/moves`, { id: crypto.randomUUID(), kind, amount, note })
    await move('start', 40)
    await move('start', 50)
    await sell({
      lines: [{ name: 'Kale', units: 5, amount: 20 }],
      tenders: paid(['Cash', 12], ['Check', 8]),
    })
    await move('paid_out', 5, 'Ice')
    await move('put_in', 3)
    const count = (counted: number) =>
      call('POST', `${box}/counts`, { id: crypto.randomUUID(), counted })
    expect((await count(58)).json()).toMatchObject({
      ...{ start: 50, sales: 12, orders: 0, givenBack: 0, putIn: 3, paidOut: -5, expected: 60 },
      counts: [{ number: 1, expected: 60, counted: 58 }],
      ways: [
        { way: 'Cash', isCash: true, total: 12 },
        { way: 'Check', isCash: false, total: 8 },
      ],
    })
    shop.clock.now = new Date('2026-11-21T17:05:00.000Z')
    await sell({ lines: [{ name: 'Kale', units: 1, amount: 4 }], tenders: paid(['Cash', 4]) })
    expect((await call('GET', box)).json()).toMatchObject({
      expected: 64,
      counts: [{ expected: 60 }],
    })
    expect((await count(64)).json().counts).toMatchObject([
      { number: 1, expected: 60, counted: 58 },
      { number: 2, expected: 64, counted: 64 },
    ])
    expect(await checkBooks(shop.db)).toEqual([])
  })

  test('has one entry in the history for each start that is said, however often it is sent', async () => {
    const { shop, call, marketDayId } = await aStall()
    const move = (id: string) =>
      call('POST', `/api/market-days/${marketDayId}/cash/moves`, { id, kind: 'start', amount: 40 })
    await move(crypto.randomUUID())
    const same = crypto.randomUUID()
    for (const id of [same, same]) expect((await move(id)).json()).toMatchObject({ start: 40 })
    const moves = shop.db.selectFrom('audit').select('id').where('action', '=', 'noted')
    expect(await moves.execute()).toHaveLength(2)
  })

  test('notes each thing once, and refuses what makes no sense', async () => {
    const { call, marketDayId } = await aStall()
    const box = `/api/market-days/${marketDayId}/cash`
    const id = crypto.randomUUID()
    const ask = (what: string, body: object) => call('POST', `${box}/${what}`, { id, ...body })
    await Promise.all([1, 2, 3].map(() => ask('moves', { kind: 'put_in', amount: 7 })))
    const count = { id: crypto.randomUUID(), counted: 7 }
    await Promise.all([1, 2, 3].map(() => ask('counts', count)))
    expect((await ask('counts', { counted: 7 })).json().code).toBe('change-impossible')
    expect((await call('GET', box)).json()).toMatchObject({ putIn: 7, counts: [{ number: 1 }] })
    const wrong = [
      await ask('moves', { kind: 'paid_out', amount: 5 }),
      await ask('moves', { kind: 'put_in', amount: 0 }),
      await ask('counts', { counted: -1 }),
      await call('POST', '/api/market-days/999/cash/counts', { id, counted: 1 }),
    ]
    expect(wrong.map((answer) => [answer.statusCode, answer.json().field])).toEqual([
      [400, 'note'],
      [400, 'amount'],
      [400, 'counted'],
      [404, undefined],
    ])
  })
})

/** One row of a shop with a sale and a count, spoiled in its database. */
const SPOILED: [string, (tx: AShop['db']) => Promise<unknown>, string, number, number][] = [
  ['a payment that is gone', (tx) => tx.deleteFrom('tenders').execute(), 'sale', 0, 500],
  [
    'a line of another price',
    (tx) =>
      tx
        .updateTable('sale_items')
        .set({ cents: 400 as never })
        .execute(),
    'sale',
    400,
    500,
  ],
  [
    'a movement that is gone',
    (tx) => tx.deleteFrom('stock_movements').where('sale_id', 'is not', null).execute(),
    'sold',
    0,
    -1,
  ],
  [
    'a count of another sum',
    (tx) => tx.updateTable('cash_counts').set({ expected_cents: 700 }).execute(),
    'cash',
    700,
    500,
  ],
]

test.each(SPOILED)('the books name %s', async (_, spoil, law, found, expected) => {
  const { shop, eggs, sell, call, marketDayId } = await aStall()
  const lines = [{ productId: eggs.id, units: 1, amount: 5 }]
  await sell({ marketDayId: undefined, lines, tenders: paid(['Check', 5]) })
  const put = { id: crypto.randomUUID(), kind: 'put_in', amount: 5 }
  await call('POST', `/api/market-days/${marketDayId}/cash/moves`, put)
  shop.clock.now = new Date('2026-11-21T17:05:00.000Z')
  const counted = { id: crypto.randomUUID(), counted: 5 }
  await call('POST', `/api/market-days/${marketDayId}/cash/counts`, counted)
  expect(await checkBooks(shop.db)).toEqual([])
  await write(shop.db, spoil)
  const rows = (await checkBooks(shop.db)).filter((one) => one.law === law)
  expect(rows).toMatchObject([{ found, expected }])
})
