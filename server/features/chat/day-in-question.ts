import { formatLongDay } from '#contract/time/date-format.ts'

/** `date`: YYYY-MM-DD; `said` as in `not {said}`. */
export type DayAsked = { date: string; said: string }

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const WEEKDAY = /\b(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?\b/g
const MONTH_DAY =
  /\b(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|ober|tember)? (\d{1,2})(?:st|nd|rd|th)?\b/
const SLASHED = /\b(1[0-2]|[1-9])\/([12]\d|3[01]|[1-9])\b/

/** The day a question names, from today on; null for none, or one that no calendar has. */
export function dayInQuestion(text: string, today: Temporal.PlainDate): DayAsked | null {
  const line = text.toLowerCase()
  if (/\b(?:today|2day|tonight|2nite|tonite|right now)\b/.test(line))
    return { date: today.toString(), said: /night|nite/.test(line) ? 'tonight' : 'today' }
  if (/\b(?:tomm?orr?ow|tmrw|tmr)\b/.test(line))
    return { date: today.add({ days: 1 }).toString(), said: 'tomorrow' }
  const day = dateIn(line, today) ?? weekdayIn(line, today)
  return day && { date: day.toString(), said: `on ${formatLongDay(day.toString())}` }
}

/** From 1, a Monday, to 7. */
export function weekdaysIn(text: string): number[] {
  const found = text.toLowerCase().matchAll(WEEKDAY)
  return [...found].map(([, name = '']) => WEEKDAYS.indexOf(name.slice(0, 3)) + 1)
}

function weekdayIn(line: string, today: Temporal.PlainDate): Temporal.PlainDate | null {
  const [weekday] = weekdaysIn(line)
  return weekday ? today.add({ days: (weekday - today.dayOfWeek + 7) % 7 }) : null
}

const ASKS_MORE =
  /\b(?:(?:when|what|where|how|which|hours|times?|until)\b|(?:at|by) \d|\d{1,2}(?::\d\d)? ?[ap]m\b)/

/** To `are you open today?`; a yes only where just that is asked, and no time of day. */
export function yesOrNo({ said }: DayAsked, line: string, isSo: boolean): string {
  if (!isSo) return `No, not ${said}.`
  return ASKS_MORE.test(line) ? '' : `Yes, ${said}.`
}

function dateIn(line: string, today: Temporal.PlainDate): Temporal.PlainDate | null {
  const inYear = (year: number) => {
    if (/\bthanksgiving\b/.test(line)) return thanksgivingOf(year)
    if (/\b(?:christmas|xmas)\b/.test(line))
      return Temporal.PlainDate.from({ year, month: 12, day: 25 })
    const [, month = '', day] = MONTH_DAY.exec(line) ?? SLASHED.exec(line) ?? []
    if (!day) return null
    const number = Number(month) || MONTHS.indexOf(month.slice(0, 3)) + 1
    const date = Temporal.PlainDate.from({ year, month: number, day: 1 })
    return Number(day) <= date.daysInMonth && Number(day) > 0
      ? date.with({ day: Number(day) })
      : null
  }
  const date = inYear(today.year)
  return date && Temporal.PlainDate.compare(date, today) < 0 ? inYear(today.year + 1) : date
}

/** The fourth Thursday of November. */
function thanksgivingOf(year: number): Temporal.PlainDate {
  const first = Temporal.PlainDate.from({ year, month: 11, day: 1 })
  return first.add({ days: ((4 - first.dayOfWeek + 7) % 7) + 21 })
}
