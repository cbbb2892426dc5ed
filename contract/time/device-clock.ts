import { farmDates } from './date-format.ts'

/** On the reader's clock: `9:41 AM` today, `Nov 21, 9:41 AM` on another day. */
export function formatClock(instant: Date, now: Date): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  const { formatDate, formatTime, formatMoment } = farmDates(timeZone)
  const [at, today] = [instant.toISOString(), now.toISOString()]
  return formatDate(at) === formatDate(today) ? formatTime(at) : formatMoment(at)
}
