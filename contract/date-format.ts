import { PICKUP_PLACES, type PickupLocation } from './delivery.ts'
import { PUBLIC_SETTING_VALUES } from './public-settings.ts'

/** A format made when it is first used, which costs more than using it. */
function formatter(
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): (when: string) => string {
  let format: Intl.DateTimeFormat | undefined
  return (when) => {
    format ??= new Intl.DateTimeFormat('en-US', { ...options, timeZone })
    return format.format(new Date(when))
  }
}

/** Formats an instant (ISO 8601) by the farm's clock and calendar, the same for every reader. */
const ofInstant = (options: Intl.DateTimeFormatOptions) =>
  formatter(PUBLIC_SETTING_VALUES.time_zone, options)

/** Formats a day of the calendar (YYYY-MM-DD), which is the same in every time zone. */
const ofDay = (options: Intl.DateTimeFormatOptions) => formatter('UTC', options)

/** `November 21, 2026`, of an instant. */
export const formatDate = ofInstant({ dateStyle: 'long' })

/** `Nov 21, 2026`, of an instant. */
export const formatShortDate = ofInstant({ month: 'short', day: 'numeric', year: 'numeric' })

/** `Saturday, November 21, 2026`, of an instant. */
export const formatFullDate = ofInstant({ dateStyle: 'full' })

/** `9:05 AM`, of an instant. */
export const formatTime = ofInstant({ hour: 'numeric', minute: '2-digit' })

const MOMENT = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const

/** `Nov 21, 9:05 AM`, of an instant. */
export const formatMoment = ofInstant(MOMENT)

/** The same by the clock of a time zone. */
export function formatMomentIn(timeZone: string, when: string): string {
  return formatter(timeZone, MOMENT)(when)
}

/** `Saturday, November 21, 2026`, of a day. */
export const formatFullDay = ofDay({ dateStyle: 'full' })

/** `Saturday, November 21`, of a day. */
export const formatLongDay = ofDay({ weekday: 'long', month: 'long', day: 'numeric' })

/** `Saturday, Nov 21`, of a day. */
export const formatDay = ofDay({ weekday: 'long', month: 'short', day: 'numeric' })

/** `November 21`, of a day. */
export const formatMonthDay = ofDay({ month: 'long', day: 'numeric' })

/** `Nov 21`, of a day. */
export const formatShortDay = ofDay({ month: 'short', day: 'numeric' })

/** The hours of a pickup, where its day is named beside them: `9am to noon`. */
export function formatPickupHours(location: PickupLocation): string {
  return PICKUP_PLACES[location].window.replace(/^Saturday /, '')
}
