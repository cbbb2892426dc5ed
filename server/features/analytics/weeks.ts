import { FARM_TIME_ZONE } from '#contract/farm-time.ts'

/** The Mondays that the last weeks began with by the farm's calendar, the oldest first; this week's is the last. */
export function lastMondays(now: Date, count: number): string[] {
  const monday = Temporal.PlainDate.from(mondayOf(now.toISOString()))
  return Array.from({ length: count }, (_, week) => monday.subtract({ weeks: count - 1 - week }).toString())
}

/** The Monday of the farm's week that an instant lies in, as YYYY-MM-DD. */
export function mondayOf(instant: string): string {
  const day = Temporal.Instant.from(instant).toZonedDateTimeISO(FARM_TIME_ZONE).toPlainDate()
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}

/** The instant at which a day begins on the farm, as it is stored. */
export function startOf(day: string): string {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(FARM_TIME_ZONE).startOfDay()
  return start.toInstant().toString({ smallestUnit: 'millisecond' })
}
