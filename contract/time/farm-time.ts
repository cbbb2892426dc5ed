export function farmDayOf(instant: string, timeZone: string): Temporal.PlainDate {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDate()
}

/** The next instant after `now` when it is this hour on the farm, as stored. */
export function nextFarmHour(now: Date, hour: number, timeZone: string): string {
  const local = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(timeZone)
  const today = local.withPlainTime({ hour })
  const next = Temporal.ZonedDateTime.compare(today, local) > 0 ? today : today.add({ days: 1 })
  return next.toInstant().toString({ smallestUnit: 'millisecond' })
}

/** The instant when a day (YYYY-MM-DD) begins on the farm, as stored. */
export function startOfFarmDay(day: string, timeZone: string): string {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(timeZone).startOfDay()
  return start.toInstant().toString({ smallestUnit: 'millisecond' })
}

/** `2026-11-21 18:10:38` in farm time, which spreadsheets read as date and time. */
export function farmTimestamp(instant: string, timeZone: string): string {
  const there = Temporal.Instant.from(instant).toZonedDateTimeISO(timeZone).toPlainDateTime()
  return there.toString({ smallestUnit: 'second' }).replace('T', ' ')
}
