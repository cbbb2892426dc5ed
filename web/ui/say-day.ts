const DAY = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'long', month: 'short', day: 'numeric' })

/** A day of the calendar (YYYY-MM-DD) in words: `Saturday, Nov 21`. */
export function sayDay(day: string): string {
  return DAY.format(new Date(day))
}
