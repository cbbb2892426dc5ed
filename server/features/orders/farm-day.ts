import { FARM_TIME_ZONE } from '#contract/farm-time.ts'

/** The instant at which a day (YYYY-MM-DD) begins on the farm, as it is stored. */
export function startOfDay(day: string): string {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(FARM_TIME_ZONE).startOfDay()
  return start.toInstant().toString({ smallestUnit: 'millisecond' })
}

export function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString()
}

/** The farm's day of an instant, as YYYY-MM-DD. */
export function dayOf(at: Date): string {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime())
    .toZonedDateTimeISO(FARM_TIME_ZONE)
    .toPlainDate()
    .toString()
}
