import { describe, expect, test } from 'vitest'
import type { Cents } from '../money/money.ts'
import { shareOf } from '../money/standing.ts'
import { parseWeight } from '../text/typed-numbers.ts'
import { formatWeighed, formatWeighing, isUnusual, priceOfWeight, topPrice } from './weigh.ts'

const rate = (cents: number) => cents as Cents

function randomNumbers(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state * 48271) % 2147483647
    return state % (most + 1)
  }
}

test('100,000 random weights cost to the cent what paper says, and never more than the top', () => {
  const next = randomNumbers(20_261_122)
  const wrong = Array.from({ length: 100_000 }, () => {
    const [cents, to] = [rate(1 + next(99_999)), 1 + next(99_999)]
    const weight = 1 + next(to - 1)
    const [top, paid] = [topPrice({ cents, to }), priceOfWeight(cents, weight)]
    // In thousandths of a cent: numbers this size are exact.
    const above = top * 1000 - cents * to
    const isTop = above >= 0 && above < 1000
    const isNearest = Math.abs(paid * 1000 - cents * weight) <= 500 && paid <= top
    // Both units as one weight: the refund plus what stands must equal what was paid.
    const back = 2 * top - Math.min(2 * top, priceOfWeight(cents, weight + to))
    const isWhole = back + shareOf({ quantity: 2, cents: 2 * top - back }, 2) === 2 * top
    return isTop && isNearest && isWhole ? [] : [{ cents, to, weight }]
  }).flat()
  expect(wrong).toEqual([])
})

test('half a cent counts as one', () => {
  expect([499, 500, 1499, 1500].map((weight) => priceOfWeight(rate(1), weight))).toEqual([
    0, 1, 1, 2,
  ])
})

test('the dearest rate and the heaviest weight are exact, too', () => {
  expect(priceOfWeight(rate(10_000_000), 99_999_999)).toBe(999_999_990_000)
  expect(topPrice({ cents: rate(9_999_999), to: 99_999_999 })).toBe(999_999_890_001)
})

describe('a typed weight', () => {
  test('is read in thousandths, and nothing else is a weight', () => {
    expect(['3.85', ' 4 ', '.5', '0.001', '12.', '3,85'].map(parseWeight)).toEqual([
      ...[3850, 4000, 500, 1, 12_000, 3850],
    ])
    for (const text of ['0', '', '-1', '1.2345', '4 lb', '1e3', '.', '1000000'])
      expect(parseWeight(text), text).toBeNull()
  })

  test('of 25 times the most so many may weigh is asked again', () => {
    expect(isUnusual({ to: 4000 }, 2, 199_999)).toBe(false)
    expect(isUnusual({ to: 4000 }, 2, 200_000)).toBe(true)
  })
})

test('words say the top, the rate and what was weighed', () => {
  const ham = { unit: 'lb', cents: rate(600), to: 4000 } as const
  expect(formatWeighed(ham)).toBe('up to $24.00 each · $6.00/lb · you pay for what it weighs')
  const weighed = {
    thousandths: 3850,
    cents: 2310,
    unit: 'lb',
    rate: rate(600),
    most: 2400,
  } as const
  expect(formatWeighing(weighed)).toBe('3.85 lb at $6.00/lb: $23.10')
  expect(formatWeighing({ ...weighed, thousandths: null })).toBe('by weight: $23.10')
  const heavy = { ...weighed, thousandths: 4200, cents: 2520 }
  expect(formatWeighing(heavy)).toBe('4.2 lb at $6.00/lb: no more than $24.00')
})
