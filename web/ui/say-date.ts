const DATE = new Intl.DateTimeFormat('en-US', { timeZone: 'America/Denver', dateStyle: 'long' })

/** The day of an instant at the farm in words, the same for every visitor: `November 21, 2026`. */
export function sayDate(instant: string): string {
  return DATE.format(new Date(instant))
}
