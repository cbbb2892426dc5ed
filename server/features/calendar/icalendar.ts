import { pointOf } from '#contract/calendar/map-link.ts'

/** Times are instants; texts are plain. A higher `sequence` replaces the same `uid`. */
type CalendarEvent = {
  uid: string
  sequence: number
  changedAt: string
  opensAt: string
  closesAt: string
  isCancelled: boolean
  summary: string
  location: string
  description: string
  url: string
  mapUrl: string | null
  /** `before` is an ISO 8601 duration: `-PT1H`. */
  reminders?: readonly { before: string; text: string }[]
}

/** Values are written as is; pass free text through `escapeText` first. */
type CalendarLine = readonly [name: string, value: string]

/** A calendar file (RFC 5545), in UTC so no time zone rules are needed. */
export function calendarFile(
  kind: string,
  events: readonly CalendarEvent[],
  about: readonly CalendarLine[] = [],
): string {
  return calendarText([
    ['BEGIN', 'VCALENDAR'],
    ['VERSION', '2.0'],
    ['PRODID', `-//Farmstand//${kind}//EN`],
    ...about,
    ...events.flatMap(eventLines),
    ['END', 'VCALENDAR'],
  ])
}

function eventLines(event: CalendarEvent): CalendarLine[] {
  const { description, mapUrl, reminders = [] } = event
  const point = mapUrl && pointOf(mapUrl)
  return [
    ['BEGIN', 'VEVENT'],
    ['UID', event.uid],
    ['SEQUENCE', String(event.sequence)],
    ['DTSTAMP', utc(event.changedAt)],
    ['DTSTART', utc(event.opensAt)],
    ['DTEND', utc(event.closesAt)],
    ...(event.isCancelled ? [['STATUS', 'CANCELLED'] as const] : []),
    ['SUMMARY', escapeText(event.summary)],
    ['LOCATION', escapeText(event.location)],
    ...(point ? [['GEO', point] as const] : []),
    ...(description ? [['DESCRIPTION', escapeText(description)] as const] : []),
    ['URL', event.url],
    ...reminders.flatMap(({ before, text }): CalendarLine[] => [
      ['BEGIN', 'VALARM'],
      ['ACTION', 'DISPLAY'],
      ['DESCRIPTION', escapeText(text)],
      ['TRIGGER', before],
      ['END', 'VALARM'],
    ]),
    ['END', 'VEVENT'],
  ]
}

function utc(instant: string): string {
  return Temporal.Instant.from(instant).toString({ smallestUnit: 'second' }).replace(/[-:]/g, '')
}

/** In bytes (RFC 5545, section 3.1). */
const MAX_LINE_LENGTH = 75

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
