import { formatLongDay, formatWeekday } from '#contract/date-format.ts'
import { formatOrderBy } from '#contract/day-text.ts'
import { farmDayOf } from '#contract/farm-time.ts'
import { listOrderDeadlines, type OrderDeadline } from '#server/features/calendar/next-pickups.ts'
import type { ChatQuery } from './read-query.ts'

const MAX_DAYS = 3

/** Until when one can order: for the day that the question names, or else for the next ones. */
export async function describeDeadline({ db, now, message, setting }: ChatQuery): Promise<string> {
  const { deadlines, closed } = await listOrderDeadlines(db, now)
  if (deadlines.length === 0) return closed ?? 'There is no day to order for right now.'
  const timeZone = setting('time_zone')
  const today = farmDayOf(now.toISOString(), timeZone)
  const named = dayNamedIn(message.line)
  const onDay = deadlines.filter(({ day }) => named && isOn(day.day, named, today))
  const [first] = onDay
  const refusal = named && !first ? [`We take no orders for ${named} right now.`] : []
  const told = first ? onDay.filter(({ day }) => day.day === first.day.day) : withinAWeek(deadlines)
  const sentences = told.slice(0, MAX_DAYS).map(({ day, names }) => {
    const where = names.length > 0 ? ` (${names.join(', ')})` : ''
    const by = formatOrderBy(day, timeZone, { today: today.toString() })
    return `For ${formatLongDay(day.day)}${where}, ${by}.`
  })
  return [...refusal, ...sentences].join(' ')
}

/** Those of the six days after the first one and of its own: later weeks are asked for by name. */
function withinAWeek(deadlines: readonly OrderDeadline[]): OrderDeadline[] {
  const [first] = deadlines
  if (!first) return []
  const end = Temporal.PlainDate.from(first.day.day).add({ days: 7 }).toString()
  return deadlines.filter(({ day }) => day.day < end)
}

const WEEKDAYS = 'Sunday Monday Tuesday Wednesday Thursday Friday Saturday'.split(' ')

/** `tomorrow`, `Saturday`; null where a question names no day to order for. */
function dayNamedIn(line: string): string | null {
  const [, name = ''] =
    line.match(/\bfor (?:this |next )?(today|tonight|tomorrow|\w+day|sat|sun)\b/) ?? []
  if (/^to(?:day|night)$/.test(name)) return 'today'
  if (name === 'tomorrow') return name
  return WEEKDAYS.find((weekday) => name && weekday.toLowerCase().startsWith(name)) ?? null
}

function isOn(day: string, named: string, today: Temporal.PlainDate): boolean {
  if (named === 'today') return day === today.toString()
  if (named === 'tomorrow') return day === today.add({ days: 1 }).toString()
  return formatWeekday(day) === named
}
