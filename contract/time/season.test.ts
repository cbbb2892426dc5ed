import { expect, test } from 'vitest'
import { formatBack, formatSeason, isInSeason, seasonFaults } from './season.ts'

test.each([
  ['05-20', '07-05', '2026-05-19', false],
  ['05-20', '07-05', '2026-05-20', true],
  ['05-20', '07-05', '2026-07-05', true],
  ['05-20', '07-05', '2026-07-06', false],
  ['11-15', '02-28', '2027-01-01', true],
  ['11-15', '02-28', '2026-11-15', true],
  ['11-15', '02-28', '2028-02-29', false],
  ['11-15', '02-28', '2026-06-01', false],
  ['02-29', '02-29', '2028-02-29', true],
])('of %s to %s, %s is in season: %s', (from, until, day, isIn) => {
  expect(isInSeason(day, { from, until })).toBe(isIn)
})

test('is written as people say it', () => {
  const season = { from: '02-29', until: '07-05' }
  expect([formatSeason(season), formatBack(season)]).toEqual([
    'February 29 to July 5',
    'Back Feb 29',
  ])
})

test('has both of its days, or none', () => {
  expect(seasonFaults({ seasonFrom: null })).toEqual([])
  expect(seasonFaults({ seasonFrom: '05-20', seasonUntil: '07-05' })).toEqual([])
  const field = (fields: Parameters<typeof seasonFaults>[0]) => seasonFaults(fields)[0]?.field
  expect(field({ seasonFrom: '05-20' })).toBe('seasonUntil')
  expect(field({ seasonUntil: '05-20', seasonFrom: null })).toBe('seasonFrom')
})
