/** The longest line of a calendar file, in bytes (RFC 5545, section 3.1). */
const MAX_LINE_LENGTH = 75

/** A property of a calendar file, written as given: free text goes through `escapeText` first. */
type CalendarLine = readonly [name: string, value: string]

export function calendarText(lines: readonly CalendarLine[]): string {
  return lines.map(([name, value]) => `${fold(`${name}:${value}`)}\r\n`).join('')
}

export function escapeText(text: string): string {
  return text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n')
}

function fold(line: string): string {
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const more = Buffer.byteLength(character)
    if (bytes + more > MAX_LINE_LENGTH) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += more
  }
  return folded
}
