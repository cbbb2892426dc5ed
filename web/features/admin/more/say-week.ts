const WEEK = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' })

/** The week that begins with a Monday (YYYY-MM-DD): `Nov 16`. */
export function sayWeek(monday: string): string {
  return WEEK.format(new Date(monday))
}
