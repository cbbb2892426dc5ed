/** The time zone of every calendar rule of the farm. */
export const FARM_TIME_ZONE = 'America/Denver'

/** The farm's calendar day of an instant (ISO 8601). */
export function farmDayOf(instant: string): Temporal.PlainDate {
  return Temporal.Instant.from(instant).toZonedDateTimeISO(FARM_TIME_ZONE).toPlainDate()
}

/** The instant at which a day (YYYY-MM-DD) begins on the farm, as it is stored. */
export function startOfFarmDay(day: string): string {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(FARM_TIME_ZONE).startOfDay()
  return start.toInstant().toString({ smallestUnit: 'millisecond' })
}
