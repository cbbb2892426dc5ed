import { formatLongDay } from '#contract/time/date-format.ts'

/** `date`: YYYY-MM-DD; `said` as in `not {said}`. */
export type DayAsked = { date: string; said: string }

type Day = Temporal.PlainDate

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

const WEEKDAY = /\b(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?\b/g
const MONTH_DAY =
  /\b(jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)(?:uary|ruary|ch|il|ust|ember|ober|tember)? 0?([1-9]\d?)(?:st|nd|rd|th)?\b/
const SLASHED = /\b(1[0-2]|[1-9])\/([12]\d|3[01]|[1-9])\b/

/** The day a question names, from today on; null for none, or for one that doesn't exist. */
export function dayInQuestion(text: string, today: Day): DayAsked | null {
  const line = text.toLowerCase()
  if (/\b(?:today|2day|tonight|2nite|tonite|right now)\b/.test(line))
    return { date: today.toString(), said: /night|nite/.test(line) ? 'tonight' : 'today' }
  if (/\b(?:tomm?orr?ow|tmrw|tmr)\b/.test(line))
    return { date: today.add({ days: 1 }).toString(), said: 'tomorrow' }
  const [weekday] = weekdaysIn(line)
  const day = dateIn(line, today) ?? (weekday ? comingWeekday(weekday, today) : null)
  return day && { date: day.toString(), said: `on ${formatLongDay(day.toString())}` }
}

/** 1 is Monday, 7 Sunday. */
export function weekdaysIn(text: string): number[] {
  const found = text.toLowerCase().matchAll(WEEKDAY)
  return [...found].map(([, name = '']) => WEEKDAYS.indexOf(name.slice(0, 3)) + 1)
}

function comingWeekday(weekday: number, from: Day): Day {
  return from.add({ days: (weekday - from.dayOfWeek + 7) % 7 })
}

const ASKS_MORE =
  /\b(?:(?:when|what|where|how|which|hours|times?|until)\b|(?:at|by) \d|\d{1,2}(?::\d\d)? ?[ap]m\b)/

/** For `are you open today?`; answers yes only if nothing else is asked, and no time of day. */
export function yesOrNo({ said }: DayAsked, line: string, isSo: boolean): string {
  if (!isSo) return `No, not ${said}.`
  return ASKS_MORE.test(line) ? '' : `Yes, ${said}.`
}

function dateIn(text: string, today: Day): Day | null {
  const line = text.replace(/\b(?:christmas|xmas)\b/, 'dec 25')
  const [, name = '', said] = MONTH_DAY.exec(line) ?? SLASHED.exec(line) ?? []
  const [month, day] = [Number(name) || MONTHS.indexOf(name.slice(0, 3)) + 1, Number(said)]
  const inYear = (year: number) => {
    const november = Temporal.PlainDate.from({ year, month: 11, day: 22 })
    if (/\bthanksgiving\b/.test(line)) return comingWeekday(4, november)
    const date = day ? Temporal.PlainDate.from({ year, month, day }) : null
    return date?.day === day ? date : null
  }
  const date = inYear(today.year)
  return date && Temporal.PlainDate.compare(date, today) < 0 ? inYear(today.year + 1) : date
}
