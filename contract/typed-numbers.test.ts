import { describe, expect, test } from 'vitest'
import { plainNumber } from './typed-numbers.ts'

describe('a number of a spreadsheet', () => {
  test.each([
    ['$1,200.00', '1200.00'],
    ['1,200', '1200'],
    ['12,345,678.5', '12345678.5'],
    ['3,25', '3.25'],
    ['$ 3,25', '3.25'],
    ['1.200,50', '1200.50'],
    ['4.50', '4.50'],
    ['10.0', '10.0'],
  ])('%s is %s', (typed, plain) => expect(plainNumber(typed)).toBe(plain))

  test.each(['3,2', '1,20,000', '1200,000', '3,255.50,1', ',', '1,2345'])(
    '%s is refused',
    (typed) => expect(plainNumber(typed)).toBeNull(),
  )
})
