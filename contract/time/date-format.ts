/** Lazy, since creating a format costs more than using it. */
function formatter(
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
  locale = 'en-US',
): (when: string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (when) => {
    format ??= new Intl.DateTimeFormat(locale, { ...options, timeZone })
    return format.format(new Date(when))
  }
}

/** For a YYYY-MM-DD, the same in every time zone. */
const ofDay = (options: Intl.DateTimeFormatOptions) => formatter('UTC', options)

const makeDates = (timeZone: string) => ({
  /** `2026-11-21` */
  dayOf: formatter(timeZone, { dateStyle: 'short' }, 'sv-SE'),
  formatDate: formatter(timeZone, { dateStyle: 'long' }),
  formatShortDate: formatter(timeZone, { month: 'short', day: 'numeric', year: 'numeric' }),
  formatBriefDate: formatter(timeZone, { month: 'short', day: 'numeric' }),
  formatFullDate: formatter(timeZone, { dateStyle: 'full' }),
  /** `05`, `23` */
  hourOf: formatter(timeZone, { hour: '2-digit', hourCycle: 'h23' }),
  formatTime: formatter(timeZone, { hour: 'numeric', minute: '2-digit' }),
  formatWeekday: formatter(timeZone, { weekday: 'long' }),
  formatShortWeekday: formatter(timeZone, { weekday: 'short' }),
  formatWeekdayDate: formatter(timeZone, { weekday: 'long', month: 'short', day: 'numeric' }),
  /** `Nov 21, 9:05 AM` */
  formatMoment: formatter(timeZone, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  }),
})

export type FarmDates = ReturnType<typeof makeDates>

const made = new Map<string, FarmDates>()

/** For ISO 8601 instants, in farm time for every reader. */
export function farmDates(timeZone: string): FarmDates {
  const dates = made.get(timeZone) ?? makeDates(timeZone)
  made.set(timeZone, dates)
  return dates
}

export const formatFullDay = ofDay({ dateStyle: 'full' })

export const formatWeekday = ofDay({ weekday: 'long' })

export const formatLongDay = ofDay({ weekday: 'long', month: 'long', day: 'numeric' })

export const formatDay = ofDay({ weekday: 'long', month: 'short', day: 'numeric' })

export const formatBriefDay = ofDay({ weekday: 'short', month: 'short', day: 'numeric' })

export const formatMonthDay = ofDay({ month: 'long', day: 'numeric' })

export const formatShortDay = ofDay({ month: 'short', day: 'numeric' })

/** From farm time (YYYY-MM-DDTHH:MM); null if invalid. */
export function farmInstant(wallTime: string, timeZone: string): string | null {
  const wall = Date.parse(`${wallTime}Z`)
  if (Number.isNaN(wall)) return null
  // Look again with the offset of that hour, in case the clocks change in between.
  const near = wall - offsetAt(wall, timeZone)
  return new Date(wall - offsetAt(near, timeZone)).toISOString()
}

/** How far the farm's clock is ahead of UTC, in ms. */
function offsetAt(instant: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  return Date.parse(`${format.format(instant).replace(' ', 'T')}Z`) - instant
}

/** An IANA name, upper- or lowercase. Doesn't use Temporal, which WebKit lacks. */
export function isTimeZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
