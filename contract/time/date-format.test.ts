import { expect, test } from 'vitest'
import { farmInstant } from './date-format.ts'

test.each([
  ['2026-11-28T08:00', 'America/Denver', '2026-11-28T15:00:00.000Z'],
  ['2026-07-04T08:00', 'America/New_York', '2026-07-04T12:00:00.000Z'],
  ['2026-07-04T08:00', 'America/Phoenix', '2026-07-04T15:00:00.000Z'],
  ['2026-03-08T01:30', 'America/Denver', '2026-03-08T08:30:00.000Z'],
  ['2026-03-08T03:00', 'America/Denver', '2026-03-08T09:00:00.000Z'],
  ['2026-11-01T03:00', 'America/Denver', '2026-11-01T10:00:00.000Z'],
])('%s on the clock of a farm in %s is %s', (wallTime, timeZone, instant) => {
  expect(farmInstant(wallTime, timeZone)).toBe(instant)
})

test('what is no time is none', () => {
  expect(farmInstant('tomorrow', 'America/Denver')).toBeNull()
})
