const MOMENT = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Denver',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** A moment by the farm's clock: `Nov 21, 9:05 AM`. */
export function sayMoment(instant: string): string {
  return MOMENT.format(new Date(instant))
}
