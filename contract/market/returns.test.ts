import { expect, test } from 'vitest'
import { replaceReturns } from './returns.ts'
import type { ReturnsReport } from './stall-goods.ts'

const EGGS = 1
const BAGELS = 2

const report = (id: string, productId: number, back: number, waste = 0): ReturnsReport => ({
  id,
  goods: [{ productId, back, waste }],
})

test('a correction says all products, and takes the place of every report', () => {
  const reports = [report('a', EGGS, 4), report('b', BAGELS, 3, 2), report('c', BAGELS, 1)]
  expect(replaceReturns(reports, [[EGGS, { back: 6, waste: 0 }]])).toEqual({
    goods: [
      { productId: EGGS, back: 6, waste: 0 },
      { productId: BAGELS, back: 4, waste: 2 },
    ],
    replaces: ['a', 'b', 'c'],
  })
})
