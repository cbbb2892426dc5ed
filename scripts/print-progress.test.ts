import { expect, test } from 'vitest'
import { timeLeft } from './print-progress.ts'

test('the time left is the pace so far over what is not done, rounded up', () => {
  expect(timeLeft(10_000, 25, 100)).toBe('about 30 s')
  expect(timeLeft(60_000, 100, 350)).toBe('about 3 min')
  expect(timeLeft(5_000, 0, 100)).toBe('')
})
