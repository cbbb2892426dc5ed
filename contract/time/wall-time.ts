/** Formats HH:MM as `9am`, `2:30pm`, `noon` or `midnight`. */
export function formatWallTime(time: string): string {
  if (time === '12:00') return 'noon'
  if (time === '00:00') return 'midnight'
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`
  return `${hour % 12 || 12}${minutes}${hour < 12 ? 'am' : 'pm'}`
}

export function formatHours({ opens, closes }: { opens: string; closes: string }): string {
  return `${formatWallTime(opens)} to ${formatWallTime(closes)}`
}
