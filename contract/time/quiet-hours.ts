/** In minutes after midnight; spans midnight if `until` is earlier. */
type QuietHours = { from: number; until: number }

const TIME = /^(\d{1,2})(?::(\d{2}))?\s*(am|pm|a\.m\.|p\.m\.)?$/i

/** Reads `9 PM - 6 AM` or `21:00-06:00`; null if it isn't a time span. */
export function readQuietHours(typed: string): QuietHours | null {
  const times = typed.split(/-|–|to|until/i)
  const [from, until] = times.map(minutesOf)
  if (times.length !== 2 || from === undefined || until === undefined) return null
  if (from === null || until === null || from === until) return null
  return { from, until }
}

function minutesOf(time: string): number | null {
  const [, hour, minute = '0', half] = TIME.exec(time.trim()) ?? []
  if (hour === undefined || Number(minute) > 59) return null
  if (half === undefined) return Number(hour) > 23 ? null : Number(hour) * 60 + Number(minute)
  if (Number(hour) < 1 || Number(hour) > 12) return null
  const afternoon = /^p/i.test(half) ? 12 : 0
  return ((Number(hour) % 12) + afternoon) * 60 + Number(minute)
}

export function isQuiet({ from, until }: QuietHours, minute: number): boolean {
  return from < until ? minute >= from && minute < until : minute >= from || minute < until
}

export function wrongInQuietHours(value: string): string | null {
  const isRight = value.trim() === '' || readQuietHours(value) !== null
  return isRight ? null : 'Please enter hours such as 9 PM - 6 AM, or nothing.'
}
