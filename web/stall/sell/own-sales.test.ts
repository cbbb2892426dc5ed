import { expect, test } from 'vitest'
import type { StallDay } from '#contract/market/stall.ts'
import type { OutboxRow } from '../store/stored.ts'
import { formatGoods, formatSale, ownSales } from './sell-tiles.tsx'

const dayWith = (undone?: string[]) =>
  ({
    marketDay: { id: 1 },
    products: [{ id: 3, name: 'Eggs' }],
    ...(undone ? { undone } : {}),
  }) as unknown as StallDay

let seq = 0
function row(facts: object): OutboxRow {
  seq += 1
  const command = { id: `c${seq}`, seq, marketDayId: 1, madeAt: '', ...facts }
  return { id: command.id, seq, command } as unknown as OutboxRow
}

const sell = (amount: number, marketDayId = 1) =>
  row({
    ...{ kind: 'sell', marketDayId, tenders: [{ way: 'Cash', amount }] },
    lines: [
      { productId: 3, units: 2, amount },
      { name: 'Bag of seconds', units: 1, amount: 0 },
    ],
  })
const undo = ({ id }: OutboxRow) => row({ kind: 'void-sale', target: id })

test('the sales of a day stay in their order, the newest first, with what became of each', () => {
  const rows = [sell(5), sell(7), sell(9, 2), sell(11)]
  const all = [...rows, undo(rows[3] as OutboxRow)]
  const said = (day: StallDay) =>
    ownSales(all, day).map((sale) => `${formatSale(sale)}: ${sale.undone}`)
  expect(said(dayWith())).toEqual([
    'Sale of $11.00 undone: here',
    'Sold for $7.00: null',
    'Sold for $5.00: null',
  ])
  expect(said(dayWith([rows[0]?.id ?? '']))[2]).toBe('Sale of $5.00 undone: elsewhere')
})

test('a sale is known by its goods', () => {
  const [sale] = ownSales([sell(5)], dayWith())
  expect(sale && formatGoods(sale.command, dayWith())).toBe('2 × Eggs, 1 × Bag of seconds')
})
