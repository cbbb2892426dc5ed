import { expect, test } from 'vitest'
import { describeCommand } from './describe-command.ts'

const COMMON = { id: crypto.randomUUID(), madeAt: '2026-11-21T16:00:00.000Z' }
const ORDER = { id: 7, mark: '0a1b2c3d' }
const CASH = { way: 'Cash', isCash: true, amount: '5' }

test('the phone and the desk say a note in the same line, whether its amounts are text or numbers', () => {
  const names = new Map([[1, 'Eggs']])
  const lines = [{ productId: 1, units: 2, amount: 12 }]
  const said = [
    describeCommand({ ...COMMON, kind: 'sell', lines, tenders: [] }, names),
    describeCommand({ ...COMMON, kind: 'pay', order: ORDER, tenders: [CASH, CASH] }, names),
    describeCommand({ ...COMMON, kind: 'load', goods: [{ productId: 9, units: 3 }] }, names),
    describeCommand({ ...COMMON, kind: 'count-cash', counted: '48.5' }, names),
  ]
  expect(said).toEqual([
    'Sold 2 × Eggs for $12.00',
    '$5.00 by Cash and $5.00 by Cash was paid for order #7',
    'Loaded: 3 × product 9',
    '$48.50 was counted in the cash box',
  ])
})
