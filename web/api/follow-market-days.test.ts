import { beforeEach, expect, test, vi } from 'vitest'
import type { OrderingCalendar } from '#contract/calendar/market-days.ts'
import { HOUR } from '#contract/time/durations.ts'
import { aCalendar } from '#tests/a-checkout.tsx'
import { followMarketDays } from './follow-market-days.ts'
import { createQueryClient } from './query-client.ts'
import { marketDaysQuery, settingsQuery } from './shop-queries.ts'

beforeEach(() => void vi.useFakeTimers())

function follow(timeZone: string, now: string) {
  vi.setSystemTime(now)
  let asked = 0
  const client = createQueryClient(async () => {
    asked++
    return { ...aCalendar(), days: [], today: '2026-11-28' }
  })
  const setting = { key: 'time_zone' as const, value: timeZone, description: '' }
  client.setQueryData(settingsQuery.queryKey, [setting])
  const calendar: OrderingCalendar = { ...aCalendar(), days: [], today: '2026-11-27' }
  client.setQueryData(marketDaysQuery.queryKey, calendar)
  followMarketDays(client, { signal: new AbortController().signal })
  return () => asked
}

test.each([
  ['America/Denver', '2026-11-28T07:00:00.000Z'],
  ['America/New_York', '2026-11-28T05:00:00.000Z'],
])('the days are asked for again when the day ends in %s, and once', async (timeZone, midnight) => {
  const at = Date.parse(midnight)
  const asked = follow(timeZone, new Date(at - HOUR).toISOString())
  await vi.advanceTimersByTimeAsync(HOUR - 1)
  expect(asked()).toBe(0)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(asked()).toBe(1)
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(asked()).toBe(1)
})

test('a device whose clock is days ahead asks no more often for it', async () => {
  const asked = follow('America/Denver', '2026-12-03T12:00:00.000Z')
  await vi.advanceTimersByTimeAsync(HOUR)
  expect(asked()).toBe(0)
})
