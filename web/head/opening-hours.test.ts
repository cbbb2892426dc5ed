import { expect, test } from 'vitest'
import { openingHours } from './head-extras.ts'

test.each([
  ['Saturdays, 8:00 AM – 2:00 PM', { dayOfWeek: 'Saturday', opens: '08:00', closes: '14:00' }],
  ['saturday 9 am - 12 pm', { dayOfWeek: 'Saturday', opens: '09:00', closes: '12:00' }],
  ['Sundays, 12:30 PM – 4:15 PM', { dayOfWeek: 'Sunday', opens: '12:30', closes: '16:15' }],
  ['When the sun shines', null],
  ['Saturdays and Sundays, 8:00 AM – 2:00 PM', null],
  ['', null],
])('%j', (sentence, hours) => {
  expect(openingHours(sentence)).toEqual(hours)
})
