import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Closure, DayRule } from './calendar-queries.ts'
import { planDays, planPlace } from './plan-days.ts'

const DENVER = 'America/Denver'

const SATURDAYS: DayRule = {
  id: 1,
  place_id: 1,
  weekday: 6,
  every_weeks: 1,
  first_day: '2020-01-04',
  last_day: null,
  season_from: null,
  season_until: null,
  opens: '09:00',
  closes: '12:00',
  order_days: 2,
  order_time: '20:00',
  capacity: 40,
}

const closure = (given: Partial<Closure>): Closure => ({
  id: 1,
  place_id: null,
  from_day: '2026-11-26',
  until_day: '2026-11-29',
  resumes_at: null,
  message: 'Thanksgiving',
  created_at: '2026-11-01T12:00:00.000Z',
  ...given,
})

const span = (from: string, until: string) => ({
  from: Temporal.PlainDate.from(from),
  until: Temporal.PlainDate.from(until),
})

const daysOf = (rule: DayRule, from: string, until: string) =>
  planDays(rule, span(from, until), DENVER).map(({ day }) => day)

describe('a rule makes', () => {
  test('each of its weekdays, both ends included', () => {
    expect(daysOf(SATURDAYS, '2026-11-21', '2026-12-05')).toEqual([
      '2026-11-21',
      '2026-11-28',
      '2026-12-05',
    ])
  })

  test('every second one, counted from the first on or after its first day', () => {
    const rule: DayRule = { ...SATURDAYS, every_weeks: 2, first_day: '2026-11-01' }
    expect(daysOf(rule, '2026-10-01', '2026-12-06')).toEqual([
      '2026-11-07',
      '2026-11-21',
      '2026-12-05',
    ])
    expect(daysOf(rule, '2026-11-08', '2026-11-22')).toEqual(['2026-11-21'])
  })

  test('none after its last day', () => {
    expect(daysOf({ ...SATURDAYS, last_day: '2026-11-27' }, '2026-11-20', '2026-12-31')).toEqual([
      '2026-11-21',
    ])
  })

  test('days of its season alone, every year, also where it passes the new year', () => {
    const summer = { ...SATURDAYS, season_from: '05-02', season_until: '10-31' }
    expect(daysOf(summer, '2026-10-20', '2027-05-08')).toEqual([
      '2026-10-24',
      '2026-10-31',
      '2027-05-08',
    ])
    const winter = { ...SATURDAYS, season_from: '12-12', season_until: '01-09' }
    expect(daysOf(winter, '2026-12-01', '2027-02-01')).toEqual([
      '2026-12-12',
      '2026-12-19',
      '2026-12-26',
      '2027-01-02',
      '2027-01-09',
    ])
  })
})

describe('ordering ends', () => {
  const endOf = (rule: DayRule, day: string) =>
    planDays(rule, span(day, day), DENVER)[0]?.order_until

  test('at the wall time so many days of the calendar before, over both clock changes', () => {
    const sunday = { ...SATURDAYS, weekday: 7, order_days: 1, order_time: '09:00' }
    // Clocks go forward March 14, 2027, and back November 1, 2026.
    expect(endOf(sunday, '2027-03-14')).toBe('2027-03-13T16:00:00.000Z')
    expect(endOf(sunday, '2027-03-21')).toBe('2027-03-20T15:00:00.000Z')
    expect(endOf(sunday, '2026-11-01')).toBe('2026-10-31T15:00:00.000Z')
    expect(endOf(sunday, '2026-11-08')).toBe('2026-11-07T16:00:00.000Z')
  })

  test('an hour later where the clock skips the time, and the first time where it comes twice', () => {
    const night = { ...SATURDAYS, weekday: 7, order_days: 0, order_time: '02:30' }
    expect(endOf(night, '2027-03-14')).toBe('2027-03-14T09:30:00.000Z')
    expect(endOf({ ...night, order_time: '01:30' }, '2026-11-01')).toBe('2026-11-01T07:30:00.000Z')
  })
})

describe('a closure', () => {
  const planned = (closures: Closure[]) =>
    planPlace(1, { rules: [SATURDAYS], closures }, span('2026-11-21', '2026-12-05'), DENVER).map(
      ({ day, state, message }) => [day, state, message],
    )

  test('closes the days it covers, with its words', () => {
    expect(planned([closure({})])).toEqual([
      ['2026-11-21', 'open', ''],
      ['2026-11-28', 'closed', 'Thanksgiving'],
      ['2026-12-05', 'open', ''],
    ])
  })

  test('of another place, and a pause without an end, close none', () => {
    expect(planned([closure({ place_id: 2 }), closure({ until_day: null })])).toEqual([
      ['2026-11-21', 'open', ''],
      ['2026-11-28', 'open', ''],
      ['2026-12-05', 'open', ''],
    ])
  })
})

const anyDay = fc
  .integer({ min: 0, max: 1500 })
  .map((days) => Temporal.PlainDate.from('2025-01-01').add({ days }).toString())
const anyTime = fc
  .integer({ min: 0, max: 23 * 60 + 58 })
  .map((minute) => Temporal.PlainTime.from('00:00').add({ minutes: minute }).toString().slice(0, 5))

const anyRule: fc.Arbitrary<DayRule> = fc
  .record({
    weekday: fc.integer({ min: 1, max: 7 }),
    every_weeks: fc.constantFrom(1, 2),
    first_day: anyDay,
    length: fc.option(fc.integer({ min: 0, max: 400 })),
    season: fc.option(fc.tuple(anyDay, anyDay)),
    opens: anyTime,
    order_days: fc.integer({ min: 0, max: 14 }),
  })
  .map(({ length, season, opens, first_day, every_weeks, ...rest }) => ({
    ...SATURDAYS,
    ...rest,
    every_weeks: every_weeks === 1 ? 1 : 2,
    first_day,
    last_day:
      length === null ? null : Temporal.PlainDate.from(first_day).add({ days: length }).toString(),
    season_from: season?.[0].slice(5) ?? null,
    season_until: season?.[1].slice(5) ?? null,
    opens,
    closes: '23:59',
    order_time: '00:00',
  }))

test('whatever a rule says, its days are its weekday, in its span, each once, and close to orders before they close', () => {
  fc.assert(
    fc.property(anyRule, anyDay, fc.integer({ min: 0, max: 120 }), (rule, from, length) => {
      const until = Temporal.PlainDate.from(from).add({ days: length }).toString()
      const planned = planDays(rule, span(from, until), DENVER)
      const days = planned.map(({ day }) => day)
      expect(days).toEqual([...new Set(days)].sort())
      for (const { day, opens_at, closes_at, order_until } of planned) {
        expect(Temporal.PlainDate.from(day).dayOfWeek).toBe(rule.weekday)
        expect(day >= from && day <= until && day >= rule.first_day).toBe(true)
        expect(rule.last_day === null || day <= rule.last_day).toBe(true)
        expect(opens_at < closes_at && order_until <= closes_at).toBe(true)
      }
    }),
    { numRuns: 1000 },
  )
})
