import { farmDates } from './date-format.ts'

/** On the reader's clock: `9:41 AM` today, `Nov 21, 9:41 AM` on another day. */
export function formatClock(instant: Date | string | number, now = new Date()): string {
  const { formatDate, formatTime, formatMoment } = farmDates(deviceZone())
  const [at, today] = [new Date(instant).toISOString(), now.toISOString()]
  return formatDate(at) === formatDate(today) ? formatTime(at) : formatMoment(at)
}

export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
