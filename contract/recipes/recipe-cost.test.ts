import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cents } from '../money/money.ts'
import {
  formatQuantity,
  MAX_QUANTITY,
  parseQuantity,
  type Thousandths,
  toQuantity,
} from '../products/quantity.ts'
import {
  type CostedLine,
  costedLines,
  costOfOne,
  HIGHEST_MARGIN,
  lineCost,
  marginOf,
  priceForMargin,
  scaledQuantity,
  totalCost,
} from './recipe-cost.ts'
import { MAX_BATCHES, MAX_INGREDIENTS, MAX_SERVINGS } from './recipes.ts'

/** An exact fraction, to compare without rounding. */
type Fraction = { top: bigint; bottom: bigint }

type TypedLine = CostedLine & { costPerUnit: Cents }

/** The lines' cost in cents, unrounded. */
function exact(lines: readonly TypedLine[]): Fraction {
  return {
    top: lines.reduce((sum, line) => sum + BigInt(line.quantity) * BigInt(line.costPerUnit), 0n),
    bottom: 1000n,
  }
}

/** Rounds half up: n - 1/2 <= fraction < n + 1/2. */
function isNearest(whole: number, { top, bottom }: Fraction): boolean {
  const n = BigInt(whole)
  return (2n * n - 1n) * bottom <= 2n * top && 2n * top < (2n * n + 1n) * bottom
}

const line = fc.record({
  quantity: fc.integer({ min: 0, max: MAX_QUANTITY }).map((quantity) => quantity as Thousandths),
  costPerUnit: fc.integer({ min: 0, max: 10_000_000 }).map((amount) => amount as Cents),
})
const lines = fc.array(line, { maxLength: MAX_INGREDIENTS })
const servings = fc.integer({ min: 1, max: MAX_SERVINGS })
const price = fc.integer({ min: 1, max: 10_000_000 }).map((amount) => amount as Cents)

describe('a cost', () => {
  test('of a line is quantity times cost per unit, to the nearest cent', () => {
    fc.assert(fc.property(line, (one) => isNearest(lineCost(one), exact([one]))))
  })

  test('of a batch is the exact sum, rounded once', () => {
    fc.assert(fc.property(lines, (all) => isNearest(totalCost(all), exact(all))))
  })

  test('of a serving is a share of the exact sum, not of the rounded one', () => {
    fc.assert(
      fc.property(lines, servings, (all, of) => {
        const { top, bottom } = exact(all)
        expect(isNearest(costOfOne(all, of), { top, bottom: bottom * BigInt(of) })).toBe(true)
      }),
    )
  })

  test('of a scaled batch is a share or a multiple of the exact sum', () => {
    fc.assert(
      fc.property(lines, servings, fc.integer({ min: 1, max: MAX_BATCHES }), (all, of, batches) => {
        const { top, bottom } = exact(all)
        const scaled = { top: top * BigInt(of * batches - 1), bottom: bottom * BigInt(of) }
        expect(isNearest(totalCost(all, { servings: of * batches - 1, of }), scaled)).toBe(true)
      }),
    )
  })

  test('does not lose the cents that rounding line by line loses', () => {
    const third = { quantity: 333 as Thousandths, costPerUnit: 1 as Cents }
    expect(lineCost(third)).toBe(0)
    expect(totalCost([third, third, third])).toBe(1)
  })

  test('of half a cent is a cent', () => {
    const half = { quantity: 500 as Thousandths, costPerUnit: 1 as Cents }
    expect(totalCost([half])).toBe(1)
    expect(totalCost([{ ...half, quantity: 499 as Thousandths }])).toBe(0)
  })

  test('of the dearest recipe there can be, a hundred times over, is still exact', () => {
    const dearest = { quantity: MAX_QUANTITY, costPerUnit: 10_000_000 as Cents }
    const all = Array.from({ length: MAX_INGREDIENTS }, () => dearest)
    expect(totalCost(all, { servings: MAX_BATCHES, of: 1 })).toBe(6_000_000_000_000_000)
    expect(priceForMargin(all, { percent: HIGHEST_MARGIN, units: 1 })).toBe(1_200_000_000_000_000)
  })

  test('is read from what the shop answers, digit by digit', () => {
    expect(costedLines([{ quantity: 1.005, costPerUnit: 4.35 }])).toEqual([
      { quantity: 1005, costPerUnit: 435 },
    ])
  })
})

test('a scaled quantity is the nearest thousandth of its share', () => {
  fc.assert(
    fc.property(line, servings, servings, ({ quantity }, to, of) => {
      const share = { top: BigInt(quantity) * BigInt(to), bottom: BigInt(of) }
      expect(isNearest(scaledQuantity(quantity, { servings: to, of }), share)).toBe(true)
    }),
  )
  expect(scaledQuantity(1000 as Thousandths, { servings: 1, of: 3 })).toBe(333)
})

describe('the margin', () => {
  test('and the cost of one unit add up to the price, cent by cent', () => {
    fc.assert(
      fc.property(lines, price, servings, (all, requested, units) => {
        expect(marginOf(all, { price: requested, units }).amount + costOfOne(all, units)).toBe(
          requested,
        )
      }),
    )
  })

  test('in percent is a share of the price, to the nearest tenth, also below zero', () => {
    fc.assert(
      fc.property(lines, price, servings, (all, requested, units) => {
        const { top, bottom } = exact(all)
        const income = BigInt(requested) * BigInt(units) * bottom
        const share = { top: (income - top) * 1000n, bottom: income }
        expect(isNearest(marginOf(all, { price: requested, units }).permille, share)).toBe(true)
      }),
    )
  })

  test.each([
    [500, 12, { amount: 333, permille: 667 }],
    [167, 12, { amount: 0, permille: 2 }],
    [100, 12, { amount: -67, permille: -667 }],
  ])('of %i cents when a batch of $20.00 makes %i', (requested, units, margin) => {
    const twenty = [{ quantity: 1000 as Thousandths, costPerUnit: 2000 as Cents }]
    expect(marginOf(twenty, { price: requested as Cents, units })).toEqual(margin)
  })
})

describe('the suggested price', () => {
  const percents = fc.integer({ min: 0, max: HIGHEST_MARGIN })

  test('leaves the wanted margin, and one cent less would not', () => {
    fc.assert(
      fc.property(lines, percents, servings, (all, percent, units) => {
        const { top, bottom } = exact(all)
        const reaches = (requested: number) =>
          BigInt(requested) * BigInt(100 - percent) * BigInt(units) * bottom >= top * 100n
        const suggested = priceForMargin(all, { percent, units })
        expect(reaches(suggested)).toBe(true)
        expect(suggested === 0 || !reaches(suggested - 1)).toBe(true)
      }),
    )
  })

  test('of what costs nothing is nothing', () => {
    expect(priceForMargin([], { percent: 60, units: 4 })).toBe(0)
  })
})

describe('a quantity', () => {
  test('comes back from its number and its text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_QUANTITY }), (amount) => {
        expect(parseQuantity(toQuantity(amount as Thousandths))).toBe(amount)
        expect(parseQuantity(formatQuantity(amount as Thousandths).replaceAll(',', ''))).toBe(
          amount,
        )
      }),
    )
  })

  test('may have a digit on one side of the point only', () => {
    expect(['.5', '5.', ' .125 ', '2.000'].map(parseQuantity)).toEqual([500, 5000, 125, 2000])
  })

  test.each([
    1.0005,
    -1,
    '-0.5',
    'NaN',
    Number.NaN,
    1e21,
    1e-7,
    '',
    '.',
    '.0005',
    '-.5',
    '1,5',
    '0x10',
    '1e3',
    '1 cup',
  ])('%s is none', (quantity) => expect(parseQuantity(quantity)).toBeNull())

  test('is written with as many decimals as it needs', () => {
    const written = [0, 5, 120, 1000, 2500, 1_234_567_890].map((amount) =>
      formatQuantity(amount as Thousandths),
    )
    expect(written).toEqual(['0', '0.005', '0.12', '1', '2.5', '1,234,567.89'])
  })
})
