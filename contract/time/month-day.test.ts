import { expect, test } from 'vitest'
import { readMonthDay, typedMonthDay } from './month-day.ts'

test.each([
  ['May 2', '05-02'],
  ['may 2', '05-02'],
  ['Sept. 30', '09-30'],
  ['5/2', '05-02'],
  ['10-31', '10-31'],
  ['20-May', '05-20'],
  ['', null],
  ['in spring', 'in spring'],
])('%j is read as %j', (text, monthDay) => {
  expect(readMonthDay(text)).toBe(monthDay)
})

test('a day that is shown is read as the same day', () => {
  expect(readMonthDay(typedMonthDay('12-24'))).toBe('12-24')
})
