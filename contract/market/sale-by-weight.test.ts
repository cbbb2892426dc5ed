import { expect, test } from 'vitest'
import type { Cents } from '../money/money.ts'
import { readWeighed, weighOf } from './sale-by-weight.ts'

const BY_POUND = { unit: 'lb' as const, cents: 650 as Cents, to: 5000 }

const read = (weight: string, amount = '') => readWeighed({ weight, amount }, BY_POUND)

test('how a product is sold by weight is known by its unit, its price and the most it may weigh', () => {
  expect(weighOf({ weighUnit: 'lb', weighPrice: 6.5, weighTo: 5 })).toEqual(BY_POUND)
  expect(weighOf({})).toBeNull()
})

test('what was weighed costs its weight, to the nearest cent, and what was typed as an amount costs that', () => {
  expect(read('3.55')).toEqual({ amount: 2308, weight: 3550 })
  expect(read('3,55')).toEqual({ amount: 2308, weight: 3550 })
  expect(read('3.55', '20')).toEqual({ amount: 2000, weight: null })
  expect(read('', '0')).toEqual({ amount: 0, weight: null })
})

test('what cannot be meant is said in a sentence', () => {
  expect(read('')).toMatch(/type a weight/)
  expect(read('0')).toMatch(/type a weight/)
  expect(read('355')).toMatch(/far more than usual/)
  expect(read('', '-1')).toMatch(/type an amount/)
})
