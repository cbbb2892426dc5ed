import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_ACCOUNTS, readAccounts, wrongInAccounts } from '#contract/money/bookkeeping.ts'
import { write } from '#server/db/write.ts'
import { aKeyedBuyer, orderBody } from '#tests/a-buyer.ts'
import { aProduct, aShop } from '#tests/a-shop.ts'
import { atSettledDesk } from '#tests/at-desk.ts'
import { dayIdOf } from '#tests/shop-rows.ts'
import { journalsOf, tableOf } from './bookkeeping-csv.ts'
import type { MoneyMove } from './figure-queries.ts'
import { sumOfMoves } from './period-money.ts'

const ACCOUNTS = readAccounts(DEFAULT_ACCOUNTS)

const way = fc.constantFrom(
  { kind: 'card' as const, way: 'Card' },
  { kind: 'cash' as const, way: 'Cash' },
  { kind: 'check' as const, way: 'Check' },
  { kind: 'other' as const, way: 'SNAP/EBT' },
  { kind: 'other' as const, way: '=Tokens' },
)
const move: fc.Arbitrary<MoneyMove> = fc
  .record({
    day: fc.integer({ min: 1, max: 30 }).map((day) => `2026-11-${String(day).padStart(2, '0')}`),
    of: way,
    taken: fc.nat(50_000),
    given: fc.nat(60_000),
    fees: fc.nat(900),
    untold: fc.nat(2),
  })
  .map(({ of, fees, untold, ...rest }) => {
    const isCard = of.kind === 'card'
    return { ...rest, ...of, fees: isCard ? fees : 0, untold: isCard ? untold : 0 }
  })

const inCents = (text = '') => Math.round(Number(text) * 100)

test('of any month each journal balances, its sales are what was taken less given back, and both forms hold the same cents', () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 40 }), fc.nat(9000), (moves, tax) => {
      const journals = journalsOf(moves, ACCOUNTS, { day: '2026-11-30', cents: tax })
      for (const { lines } of journals)
        expect(lines.reduce((sum, line) => sum + line.cents, 0)).toBe(0)
      const on = (account: string) =>
        journals
          .flatMap(({ lines }) => lines)
          .reduce((sum, line) => sum + (line.account === account ? line.cents : 0), 0)
      const { taken, given, fees } = sumOfMoves(moves)
      expect(on('Farm Sales') + on('Sales Tax Payable') + taken - given).toBe(0)
      expect([on('Sales Tax Payable') + tax, on('Merchant Fees')]).toEqual([0, fees])
      const books = tableOf('quickbooks', journals, ACCOUNTS).rows
      const xero = tableOf('xero', journals, ACCOUNTS).rows
      expect(xero.map((row) => inCents(row[5]))).toEqual(
        books.map((row) => inCents(row[4]) - inCents(row[5])),
      )
      expect(books.every((row) => (row[4] === '') !== (row[5] === ''))).toBe(true)
    }),
  )
})

test('more lines than one file may have are refused', () => {
  const moves = Array.from({ length: 366 }, (_, at): MoneyMove => {
    const day = Temporal.PlainDate.from('2026-01-01').add({ days: at }).toString()
    return { day, kind: 'cash', way: 'Cash', taken: 100, given: 0, fees: 0, untold: 0 }
  })
  const journals = journalsOf(moves, ACCOUNTS, { day: '', cents: 0 })
  expect(tableOf('quickbooks', journals, ACCOUNTS).rows).toHaveLength(732)
  expect(() => tableOf('xero', journals, ACCOUNTS)).toThrow(/shorter period/)
})

test('each account has a line, a way to pay may have its own, and a line without a name is refused', () => {
  expect(wrongInAccounts(`${DEFAULT_ACCOUNTS}\nVenmo: Bank:Venmo`)).toBeNull()
  for (const wrong of ['Cash', 'Cash:', ': 120']) expect(wrongInAccounts(wrong)).not.toBeNull()
  const own = readAccounts('cash: 120\nVenmo: Bank:Venmo')
  const moves = ['Cash', 'Venmo', 'WIC'].map((name): MoneyMove => {
    const money = { day: '2026-11-21', taken: 100, given: 0, fees: 0, untold: 0 }
    return { ...money, kind: name === 'Cash' ? 'cash' : 'other', way: name }
  })
  const [journal] = journalsOf(moves, own, { day: '', cents: 0 })
  expect(journal?.lines.map(({ account }) => account)).toEqual([
    '120',
    'Bank:Venmo',
    'WIC',
    'Farm Sales',
  ])
})

describe('one month’s books', () => {
  test('agree to the cent in three forms', async () => {
    const shop = await aShop({ now: '2026-11-21T17:00:00.000Z' })
    const soap = await aProduct(shop.db, {
      name: 'Soap',
      price: 1250,
      stock: 50,
      category: 'Bakery',
    })
    const ask = atSettledDesk(shop)
    await ask('POST', '/api/settings', { key: 'tax_rate', value: '6.2' })
    await ask('POST', '/api/settings', { key: 'tax_categories', value: '{"Bakery":"standard"}' })
    const marketDayId = await dayIdOf(shop)
    for (const paidBy of ['Cash', 'SNAP/EBT', 'Check'])
      await ask('POST', '/api/desk/orders', {
        ...{ id: crypto.randomUUID(), customerName: 'Ada', marketDayId, total: 25, paidBy },
        items: [{ productId: soap.id, quantity: 2, price: 12.5 }],
      })
    const back = { id: crypto.randomUUID(), kind: 'given-back', way: 'Cash', amount: 12.5 }
    await ask('POST', '/api/orders/1/tenders', back)
    const file = async (form: string) => {
      const answer = await ask(
        'GET',
        `/api/analytics/bookkeeping.csv?period=this-month&form=${form}`,
      )
      expect(answer.statusCode, answer.body).toBe(200)
      return parse(answer.body, { columns: true, bom: true }) as Record<string, string>[]
    }
    const sum = (rows: Record<string, string>[], column: string) =>
      rows.reduce((all, row) => all + inCents(row[column] || '0'), 0)
    const [plain, books, xero] = [await file('plain'), await file('quickbooks'), await file('xero')]
    const total = plain.filter((row) => row.Date !== 'Total')
    const sales = (rows: Record<string, string>[], account: string) =>
      rows.filter((row) => ['Farm Sales', 'Sales Tax Payable'].includes(row[account] ?? ''))
    const credited = sales(books, 'Account Name')
    const { money } = (await ask('GET', '/api/analytics/period?period=this-month')).json()
    expect([money.total, money.taken - money.givenBack]).toEqual([62.5, 62.5])
    expect(sum(total, 'Net') + sum(total, 'Fees')).toBe(6250)
    expect(sum(credited, 'Credits') - sum(credited, 'Debits')).toBe(6250)
    expect(sum(sales(xero, '*AccountCode'), '*Amount')).toBe(-6250)
    expect(sum(books, 'Debits')).toBe(sum(books, 'Credits'))
    expect(sum(xero, '*Amount')).toBe(0)
    expect(books[0]).toMatchObject({ 'Journal No': 'FS-20261121', 'Journal Date': '11/21/2026' })
    expect(xero[0]).toMatchObject({ '*Date': '21 Nov 2026', '*TaxRate': 'Tax Exempt' })
    const payable = books.filter((row) => row['Account Name'] === 'Sales Tax Payable')
    expect(payable.map(({ Credits }) => Credits)).toEqual(['4.38'])
  })

  test('hold no test money, and no unknown form', async () => {
    const shop = await aShop({ now: '2026-11-21T17:00:00.000Z' })
    const eggs = await aProduct(shop.db, { price: 500, stock: 50 })
    await aKeyedBuyer(shop).buy(orderBody([[eggs, 3]]))
    await shop.settled()
    const desk = atSettledDesk(shop)
    const file = (form: string) => desk('GET', `/api/analytics/bookkeeping.csv?form=${form}`)
    const refused = await file('xero')
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { code: 'invalid', field: 'form', message: 'These are test cards: no real money.' },
    ])
    expect([(await file('plain')).statusCode, (await file('pdf')).statusCode]).toEqual([200, 400])
    await write(shop.db, (tx) => tx.updateTable('payments').set({ captured_at: null }).execute())
    expect((await file('quickbooks')).body).toBe(
      'Journal No,Journal Date,Account Name,Description,Debits,Credits\r\n',
    )
  })
})
