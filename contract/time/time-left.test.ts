import { expect, test } from 'vitest'
import { formatTimeLeft, secondsLeft } from './time-left.ts'

test('the time left is the pace so far over what is not done, rounded up', () => {
  expect(secondsLeft(10_000, 25, 100)).toBe(30)
  expect(secondsLeft(60_000, 100, 350)).toBe(150)
  expect(secondsLeft(5_000, 0, 100)).toBeNull()
  expect([30, 150].map(formatTimeLeft)).toEqual(['about 30 s left', 'about 3 min left'])
})
