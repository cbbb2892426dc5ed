import { formatFullDay } from '#contract/date-format.ts'
import type { Calendar, DayRule } from './calendar-queries.ts'
import { checkHours, refused } from './day-refusals.ts'
import { listDates } from './plan-days.ts'

/** The calendar of weekdays, months and second weeks repeats after this many years. */
const YEARS = 28

/**
 * @throws Refusal 'invalid' with the field, for a rule that makes no days or meets another one of
 * its place
 */
export function checkRule(rule: DayRule, { places, rules }: Calendar, today: string): void {
  const place = places.find(({ id }) => id === rule.place_id)
  if (!place) throw refused('placeId', 'There is no such place.')
  const { opens, closes, order_days: orderDays, order_time: orderTime } = rule
  checkHours({ opens, closes, orderDays, orderTime })
  if (rule.last_day !== null && rule.last_day < rule.first_day)
    throw refused('lastDay', 'The last day must not be before the first one.')
  if ((rule.season_from === null) !== (rule.season_until === null))
    throw refused(
      rule.season_from === null ? 'seasonFrom' : 'seasonUntil',
      'A season needs its first and its last day.',
    )
  const day = firstMeeting(rule, rules, today)
  if (day)
    throw refused(
      'weekday',
      `${place.name} has a rule for ${formatFullDay(day)} already. Please change that one.`,
    )
}

/** The first day, from today on, for which another rule of the place would make a day as well. */
function firstMeeting(rule: DayRule, rules: readonly DayRule[], today: string): string | undefined {
  const others = rules.filter(
    ({ id, place_id, weekday }) =>
      id !== rule.id && place_id === rule.place_id && weekday === rule.weekday,
  )
  return others
    .flatMap((other) => {
      const [from = today] = [today, rule.first_day, other.first_day].sort().reverse()
      const start = Temporal.PlainDate.from(from)
      const span = { from: start, until: start.add({ years: YEARS }) }
      const dates = new Set(listDates(other, span).map(String))
      return (
        listDates(rule, span)
          .map(String)
          .find((day) => dates.has(day)) ?? []
      )
    })
    .sort()[0]
}
