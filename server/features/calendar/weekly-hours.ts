import { formatMonthDay } from '#contract/date-format.ts'
import { formatHours } from '#contract/wall-time.ts'
import type { DayRule } from './calendar-queries.ts'

const WEEKDAYS = ['Mon', 'Tues', 'Wednes', 'Thurs', 'Fri', 'Satur', 'Sun'].map(
  (start) => `${start}day`,
)

/** `Saturday 9am to noon`, of the rules that make a place's days from a day (YYYY-MM-DD) on. */
export function formatWeeklyHours(rules: readonly DayRule[], today: string): string {
  const ruling = rules.filter(({ last_day }) => last_day === null || last_day >= today)
  const lines = ruling.toSorted((a, b) => a.weekday - b.weekday).map(formatRule)
  const [first = '', ...others] = [...new Set(lines)]
  return [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ')
}

function formatRule(rule: DayRule): string {
  const { weekday, every_weeks, season_from, season_until } = rule
  const day = `${every_weeks === 2 ? 'every second ' : ''}${WEEKDAYS[weekday - 1]}`
  const season =
    season_from && season_until ? ` (${monthDay(season_from)} to ${monthDay(season_until)})` : ''
  return `${day} ${formatHours(rule)}${season}`
}

/** Of a month and day that come every year; a leap year has them all. */
function monthDay(monthAndDay: string): string {
  return formatMonthDay(`2024-${monthAndDay}`)
}
