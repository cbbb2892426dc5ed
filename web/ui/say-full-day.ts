import { FARM_TIME_ZONE } from '#contract/farm-time.ts'

/** A day of the calendar (YYYY-MM-DD), or the farm's day of an instant, in full: `Saturday, November 21, 2026`. */
export function sayFullDay(when: string): string {
  const timeZone = when.includes('T') ? FARM_TIME_ZONE : 'UTC'
  return new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'full' }).format(new Date(when))
}
