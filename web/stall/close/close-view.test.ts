import { expect, test } from 'vitest'
import { cashFaults } from './close-view.tsx'

test.each([
  ['start', '0', undefined],
  ['start', '-1', 'Please enter an amount of 0 or more.'],
  ['put_in', '0', 'Please enter at least $0.01.'],
  ['put_in', '0.01', undefined],
  ['paid_out', '-1', 'Please enter at least $0.01.'],
  ['paid_out', '100000', undefined],
  ['paid_out', '100000.01', 'At most $100,000, please.'],
  ['start', 'twenty', 'An amount, such as 20.00.'],
] as const)('cash of the kind %s may not be any amount: %s', (kind, amount, fault) => {
  expect(cashFaults(kind, { amount, note: 'Ice' }).amount).toBe(fault)
})

test('what was paid out needs a word about what for', () => {
  expect(cashFaults('paid_out', { amount: '5', note: ' ' }).note).toMatch(/what it was paid for/)
  expect(cashFaults('put_in', { amount: '5', note: '' }).note).toBeUndefined()
})
