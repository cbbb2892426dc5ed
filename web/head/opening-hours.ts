type OpeningHours = { dayOfWeek: string; opens: string; closes: string }

const SENTENCE = /^(\w+day)s?,? (\d{1,2})(?::(\d{2}))? ?([AP])M ?[–-] ?(\d{1,2})(?::(\d{2}))? ?([AP])M$/i

/** The owner's sentence in machine form, where it is as plain as 'Saturdays, 8:00 AM – 2:00 PM'; null for any other. */
export function openingHours(sentence: string): OpeningHours | null {
  const [, day, ...times] = SENTENCE.exec(sentence.trim()) ?? []
  if (!day) return null
  return {
    dayOfWeek: day.charAt(0).toUpperCase() + day.slice(1).toLowerCase(),
    opens: onTheClock(times.slice(0, 3)),
    closes: onTheClock(times.slice(3)),
  }
}

function onTheClock([hour = '', minute = '00', half = '']: (string | undefined)[]): string {
  const hours = (Number(hour) % 12) + (half.toUpperCase() === 'P' ? 12 : 0)
  return `${String(hours).padStart(2, '0')}:${minute}`
}
