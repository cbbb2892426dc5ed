import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Cents } from '../money/money.ts'
import { MAX_QUANTITY, type Thousandths } from '../products/quantity.ts'
import { dimensionOf, PACKAGE_UNITS, sizeOf, type Unit } from '../products/units.ts'
import {
  addFractions,
  dividedBy,
  formatFraction,
  fraction,
  parseFraction,
  roundHalfUp,
  times,
} from './fraction.ts'
import {
  type CostedLine,
  costPerUnit,
  exactCost,
  lineCost,
  type PackagePrice,
  totalCost,
} from './recipe-cost.ts'

const anAmount = (least: number) =>
  fc.integer({ min: least, max: MAX_QUANTITY }).map((quantity) => quantity as Thousandths)
const aSize = fc.record({ quantity: anAmount(1), unit: fc.constantFrom(...PACKAGE_UNITS) })
const someCents = fc.integer({ min: 0, max: 10_000_000 }).map((amount) => amount as Cents)
const aPackage = fc.record({ price: someCents, size: aSize, weighs: fc.constant(null) })
const aLine = fc.record({ quantity: anAmount(0), pack: aPackage }).map(
  ({ quantity, pack }): CostedLine => ({
    quantity,
    costPerUnit: costPerUnit(pack, pack.size.unit) ?? fraction(0n),
  }),
)
const lines = fc.array(aLine, { maxLength: 12 })
const ONE = 1000 as Thousandths

const FLOUR: PackagePrice = {
  price: 1840 as Cents,
  size: { quantity: 25_000 as Thousandths, unit: 'lb' },
  weighs: null,
}

describe('the cost of what is bought by the package', () => {
  test('of all that is in it is its price', () => {
    fc.assert(
      fc.property(aPackage, (pack) => {
        const cost = costPerUnit(pack, pack.size.unit) ?? fraction(-1n)
        expect(lineCost({ quantity: pack.size.quantity, costPerUnit: cost })).toBe(pack.price)
      }),
    )
  })

  test('is the same in any order of the lines, and a third of a triple batch', () => {
    fc.assert(
      fc.property(lines, (all) => {
        const cost = exactCost(all)
        expect(exactCost(all.toReversed())).toEqual(cost)
        const triple = all.map(({ quantity, costPerUnit: each }) => ({
          quantity: (quantity * 3) as Thousandths,
          costPerUnit: each,
        }))
        expect(dividedBy(exactCost(triple), fraction(3n))).toEqual(cost)
        expect(BigInt(totalCost(all))).toBe(roundHalfUp(cost))
      }),
    )
  })

  test('in another unit and back is what it was', () => {
    fc.assert(
      fc.property(aPackage, fc.constantFrom(...PACKAGE_UNITS), (pack, unit) => {
        const there = costPerUnit(pack, unit)
        const isSame = dimensionOf(unit) === dimensionOf(pack.size.unit)
        expect(there !== null).toBe(isSame)
        if (!there) return
        const parts = dividedBy(
          sizeOf({ quantity: ONE, unit: pack.size.unit }),
          sizeOf({ quantity: ONE, unit }),
        )
        expect(times(there, parts)).toEqual(costPerUnit(pack, pack.size.unit))
      }),
    )
  })

  test.each([
    ['lb', 'g', 453.59237],
    ['lb', 'oz', 16],
    ['gallon', 'quart', 4],
    ['quart', 'pint', 2],
    ['pint', 'cup', 2],
    ['cup', 'fl oz', 8],
    ['cup', 'tbsp', 16],
    ['tbsp', 'tsp', 3],
    ['cup', 'ml', 236.5882365],
    ['kg', 'g', 1000],
    ['dozen', 'piece', 12],
    ['h', 'min', 60],
  ] as const)('knows how many times one %s is one %s', (large, small, often) => {
    const of = (unit: Unit) => sizeOf({ quantity: ONE, unit })
    const { top, bottom } = dividedBy(of(large), of(small))
    expect(Number(top) / Number(bottom)).toBe(often)
  })

  test('goes from weight to volume and back only by what the farmer weighed', () => {
    expect(costPerUnit(FLOUR, 'cup')).toBeNull()
    const cup = { quantity: ONE, unit: 'cup' } as const
    const weighed = { of: cup, weight: { quantity: 120_000 as Thousandths, unit: 'g' } } as const
    const byCup = costPerUnit({ ...FLOUR, weighs: weighed }, 'cup')
    expect(byCup).toEqual(times(costPerUnit(FLOUR, 'g') ?? fraction(0n), fraction(120n)))
    const cups: PackagePrice = { price: 1840 as Cents, size: cup, weighs: weighed }
    expect(costPerUnit(cups, 'g')).toEqual(fraction(1840n, 120n))
    expect(costPerUnit({ ...FLOUR, weighs: weighed }, 'piece')).toBeNull()
  })
})

test('a fraction comes back from its text, and its sum is the shown cent’s', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: -(2n ** 60n), max: 2n ** 60n }),
      fc.bigInt(1n, 2n ** 60n),
      (top, bottom) => {
        const one = fraction(top, bottom)
        expect(parseFraction(formatFraction(one))).toEqual(one)
      },
    ),
  )
  const third = fraction(1n, 3n)
  expect(addFractions([third, third, third])).toEqual(fraction(1n))
  expect(() => parseFraction('1/0')).toThrow(RangeError)
})
