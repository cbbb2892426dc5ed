import { type RawBuilder, sql } from 'kysely'
import { MAX_DAYS, type Period, type PeriodQuery } from '#contract/money/figures.ts'
import { startOfFarmDay } from '#contract/time/farm-time.ts'
import { invalidField } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'

/** First and last day of a period (YYYY-MM-DD). */
type Span = { from: string; to: string }
/** First and last day of a season (MM-DD). */
type Season = Span

type Day = Temporal.PlainDate

/** @throws Refusal 'invalid' when only one end is given, or the days are no valid span */
export function daysOfPeriod(
  { period, from, to }: PeriodQuery,
  today: Day,
  season: Season | null,
): Span {
  if (period !== undefined || (from === undefined && to === undefined))
    return spanOf(period ?? 'this-month', today, season)
  if (from === undefined || to === undefined)
    throw invalidField(from === undefined ? 'from' : 'to', 'Please choose a first and a last day.')
  if (to < from) throw invalidField('to', 'The last day must not be before the first one.')
  const last = Temporal.PlainDate.from(from).add({ days: MAX_DAYS }).toString()
  if (to >= last) throw invalidField('to', 'At most ten years, please.')
  return { from, to }
}

function spanOf(period: Period, today: Day, season: Season | null): Span {
  const monday = today.subtract({ days: today.dayOfWeek - 1 })
  const spans: Record<Period, () => [Day, Day]> = {
    'this-week': () => [monday, monday.add({ days: 6 })],
    'last-week': () => [monday.subtract({ days: 7 }), monday.subtract({ days: 1 })],
    'this-month': () => monthOf(today),
    'last-month': () => monthOf(today.subtract({ months: 1 })),
    'this-season': () => (season ? seasonOf(today, season) : yearOf(today)),
    'this-year': () => yearOf(today),
    'last-year': () => yearOf(today.subtract({ years: 1 })),
  }
  const [from, to] = spans[period]()
  return { from: from.toString(), to: to.toString() }
}

function monthOf(day: Day): [Day, Day] {
  return [day.with({ day: 1 }), day.with({ day: day.daysInMonth })]
}

function yearOf(day: Day): [Day, Day] {
  return [day.with({ month: 1, day: 1 }), day.with({ month: 12, day: 31 })]
}

/** The current season, else the last one; it may run over New Year. */
function seasonOf(today: Day, { from, to }: Season): [Day, Day] {
  const start = onOrBefore(today, from)
  const sameYear = dayInYear(start.year, to)
  const isOver = Temporal.PlainDate.compare(sameYear, start) < 0
  return [start, isOver ? dayInYear(start.year + 1, to) : sameYear]
}

function onOrBefore(today: Day, monthDay: string): Day {
  const sameYear = dayInYear(today.year, monthDay)
  const isLater = Temporal.PlainDate.compare(sameYear, today) > 0
  return isLater ? dayInYear(today.year - 1, monthDay) : sameYear
}

/** February 29 becomes the 28th in common years. */
function dayInYear(year: number, monthDay: string): Day {
  return Temporal.PlainMonthDay.from(monthDay).toPlainDate({ year })
}

export async function readSeason(db: Db): Promise<Season | null> {
  const rule = await db
    .selectFrom('day_rules')
    .select(['season_from', 'season_until'])
    .where('season_from', 'is not', null)
    .where('season_until', 'is not', null)
    .orderBy('season_from')
    .orderBy('season_until', 'desc')
    .executeTakeFirst()
  if (!rule?.season_from || !rule.season_until) return null
  return { from: rule.season_from, to: rule.season_until }
}

/** A farm day with its start and end instants. */
export type FarmSpan = { day: string; begins: string; ends: string }

export function farmSpans({ from, to }: Span, timeZone: string): FarmSpan[] {
  const spans: FarmSpan[] = []
  let begins = startOfFarmDay(from, timeZone)
  for (let day = Temporal.PlainDate.from(from); day.toString() <= to; ) {
    const next = day.add({ days: 1 })
    const ends = startOfFarmDay(next.toString(), timeZone)
    spans.push({ day: day.toString(), begins, ends })
    begins = ends
    day = next
  }
  return spans
}

export function spanRows(spans: readonly FarmSpan[]): RawBuilder<unknown> {
  return sql.join(spans.map(({ day, begins, ends }) => sql`(${day}, ${begins}, ${ends})`))
}
