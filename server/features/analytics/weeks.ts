import { farmDayOf } from '#contract/farm-time.ts'

/** The Mondays that the last weeks began with by the farm's calendar, the oldest first; this week's is the last. */
export function lastMondays(now: Date, count: number): string[] {
  const monday = Temporal.PlainDate.from(mondayOf(now.toISOString()))
  return Array.from({ length: count }, (_, week) => monday.subtract({ weeks: count - 1 - week }).toString())
}

/** The Monday of the farm's week that an instant lies in, as YYYY-MM-DD. */
export function mondayOf(instant: string): string {
  const day = farmDayOf(instant)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}
