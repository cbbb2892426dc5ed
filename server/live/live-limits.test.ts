import { expect, test } from 'vitest'
import { addressLimits } from './address-limits.ts'
import { tokenBucket } from './token-bucket.ts'

test('a bucket lets a burst through, then so many a second, and never saves up more than a burst', () => {
  const bucket = tokenBucket({ burst: 3, perSecond: 2 }, 0)
  const taken = (at: number, tries: number) =>
    Array.from({ length: tries }, () => bucket.take(at)).filter(Boolean).length
  expect([taken(0, 9), taken(400, 9), taken(500, 9), taken(1500, 9), taken(60_000, 9)]).toEqual([3, 0, 1, 2, 3])
})

test('one address has a thousand places and no more, until pages leave', () => {
  const limits = addressLimits()
  const market = Array.from({ length: 1001 }, () => limits.enter('10.0.0.1', 0))
  expect(market.filter(Boolean)).toHaveLength(1000)
  expect(limits.enter('10.0.0.2', 0)).not.toBeNull()
  market[0]?.leave()
  expect(limits.enter('10.0.0.1', 0)).not.toBeNull()
  expect(limits.enter('10.0.0.1', 0)).toBeNull()
})

test('all addresses together have twenty thousand places', () => {
  const limits = addressLimits()
  const entered = Array.from({ length: 20_001 }, (_, n) => limits.enter(`10.0.${n % 50}.1`, 0))
  expect(entered.filter(Boolean)).toHaveLength(20_000)
})
