import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { IS_LONG } from '#tests/length-of-run.ts'
import { shareShort } from './share-short.ts'

const sumOf = (units: readonly number[]) => units.reduce((sum, one) => sum + one, 0)
const requests = fc.array(fc.integer({ min: 1, max: 40 }), { maxLength: 60 })
const harvest = fc.record({ wishes: requests, have: fc.nat(900) })
const RUNS = IS_LONG ? 300_000 : 3000

/** Every split of up to `have` units that gives each order at most its `most`. */
function waysToShare(most: readonly number[], have: number): number[][] {
  const [first, ...rest] = most
  if (first === undefined) return [[]]
  return Array.from({ length: Math.min(first, have) + 1 }, (_, units) =>
    waysToShare(rest, have - units).map((others) => [units, ...others]),
  ).flat()
}

function compare(one: readonly number[], other: readonly number[]): number {
  const place = one.findIndex((units, index) => units !== other[index])
  return place < 0 ? 0 : (one[place] ?? 0) - (other[place] ?? 0)
}

/**
 * Max-min fair: the smallest share as large as possible, then the next; ties go to whoever ordered
 * first.
 */
function fairest(most: readonly number[], have: number): number[] | undefined {
  const rising = (units: readonly number[]) => [...units].sort((a, b) => a - b)
  return waysToShare(most, have).sort(
    (one, other) => compare(rising(other), rising(one)) || compare(other, one),
  )[0]
}

describe('a harvest that is too small', () => {
  test('of 8 for 3, 1, 4, 2 and 2 goes to who ordered first, or fairly', () => {
    expect(shareShort('first', [3, 1, 4, 2, 2], 8)).toEqual([3, 1, 4, 0, 0])
    expect(shareShort('fair', [3, 1, 4, 2, 2], 8)).toEqual([2, 1, 2, 2, 1])
  })

  test('is given out whole, to nobody more than was ordered', () => {
    const law = fc.property(
      harvest,
      fc.constantFrom('fair', 'first'),
      ({ wishes: requests, have }, rule) => {
        const gets = shareShort(rule, requests, have)
        expect(gets).toHaveLength(requests.length)
        expect(gets.every((units, place) => units >= 0 && units <= (requests[place] ?? 0))).toBe(
          true,
        )
        expect(sumOf(gets)).toBe(Math.min(have, sumOf(requests)))
      },
    )
    fc.assert(law, { numRuns: RUNS })
  })

  test('leaves nobody behind whose wish is not met by more than the odd one', () => {
    const law = fc.property(harvest, ({ wishes: requests, have }) => {
      const gets = shareShort('fair', requests, have)
      const most = Math.max(0, ...gets)
      const behind = gets.filter((units, place) => units < (requests[place] ?? 0))
      expect(behind.every((units) => units >= most - 1)).toBe(true)
    })
    fc.assert(law, { numRuns: RUNS })
  })

  test('is shared as the best of all ways there are', () => {
    const few = fc.record({
      wishes: fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 5 }),
      have: fc.nat(20),
    })
    const law = fc.property(few, ({ wishes: requests, have }) => {
      expect(shareShort('fair', requests, have)).toEqual(fairest(requests, have))
      const first = waysToShare(requests, have).sort((one, other) => compare(other, one))[0]
      expect(shareShort('first', requests, have)).toEqual(first)
    })
    fc.assert(law, { numRuns: IS_LONG ? 3000 : 100 })
  })
})
