import { farmDayOf } from '#contract/time/farm-time.ts'
import { isInSeason } from '#contract/time/season.ts'
import { invalidField } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import {
  type Closure,
  type DayRule,
  listDaysToCome,
  type MarketDay,
  readCalendar,
} from './calendar-queries.ts'
import { seasonOfRow } from './day-room.ts'

const PLANNED = [
  'place_id',
  'day',
  'opens',
  'closes',
  'opens_at',
  'closes_at',
  'order_until',
  'capacity',
  'state',
  'message',
  'rule_id',
] as const
export type PlannedDay = Pick<MarketDay, (typeof PLANNED)[number]>

export function isAsPlanned(day: PlannedDay, plan: PlannedDay): boolean {
  return PLANNED.every((column) => day[column] === plan[column])
}

type Span = { from: Temporal.PlainDate; until: Temporal.PlainDate }

const DAYS_A_WEEK = 7

export function planDays(
  rule: DayRule,
  { from, until }: Span,
  timeZone: string,
): Omit<PlannedDay, 'state' | 'message'>[] {
  return listDates(rule, { from, until })
    .map((day) => ({ ...planDay(rule, day, timeZone), rule_id: rule.id }))
    .filter(isPossible)
}

export function listDates(rule: DayRule, { from, until }: Span): Temporal.PlainDate[] {
  const step = rule.every_weeks * DAYS_A_WEEK
  const first = nextWeekday(Temporal.PlainDate.from(rule.first_day), rule.weekday)
  const behind = Math.max(0, first.until(from).days)
  const end =
    rule.last_day === null ? until : earlier(until, Temporal.PlainDate.from(rule.last_day))
  const season = seasonOfRow(rule)
  const dates = []
  for (
    let day = first.add({ days: Math.ceil(behind / step) * step });
    Temporal.PlainDate.compare(day, end) <= 0;
    day = day.add({ days: step })
  ) {
    if (season === null || isInSeason(day.toString(), season)) dates.push(day)
  }
  return dates
}

/** False when a clock change leaves no open hours. */
export function isPossible(
  day: Pick<PlannedDay, 'opens_at' | 'closes_at' | 'order_until'>,
): boolean {
  return day.opens_at < day.closes_at && day.order_until <= day.closes_at
}

export function planDay(
  rule: Pick<DayRule, 'place_id' | 'opens' | 'closes' | 'order_days' | 'order_time' | 'capacity'>,
  day: Temporal.PlainDate,
  timeZone: string,
): Omit<PlannedDay, 'state' | 'message' | 'rule_id'> {
  const { place_id, opens, closes, capacity } = rule
  const last = day.subtract({ days: rule.order_days })
  return {
    place_id,
    day: day.toString(),
    opens,
    closes,
    opens_at: instantOf(day, opens, timeZone),
    closes_at: instantOf(day, closes, timeZone),
    order_until: instantOf(last, rule.order_time, timeZone),
    capacity,
  }
}

/** A time skipped by a clock change moves later by the gap; a repeated one is the first. */
export function instantOf(day: Temporal.PlainDate, time: string, timeZone: string): string {
  const zoned = day.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
  return zoned.toInstant().toString({ smallestUnit: 'millisecond' })
}

export function planPlace(
  placeId: number,
  { rules, closures }: { rules: readonly DayRule[]; closures: readonly Closure[] },
  span: Span,
  timeZone: string,
): PlannedDay[] {
  const days = new Map<string, PlannedDay>()
  for (const rule of rules) {
    if (rule.place_id !== placeId) continue
    for (const planned of planDays(rule, span, timeZone)) {
      const closure = closures.find((one) => covers(one, placeId, planned.day))
      const state = closure ? ('closed' as const) : ('open' as const)
      if (!days.has(planned.day))
        days.set(planned.day, { ...planned, state, message: closure?.message ?? '' })
    }
  }
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** A pause has no end date and closes no day: it only stops orders. */
function covers(closure: Closure, placeId: number, day: string): boolean {
  const { place_id, from_day, until_day } = closure
  if (until_day === null || (place_id !== null && place_id !== placeId)) return false
  return from_day <= day && day <= until_day
}

function nextWeekday(day: Temporal.PlainDate, weekday: number): Temporal.PlainDate {
  return day.add({ days: (weekday - day.dayOfWeek + DAYS_A_WEEK) % DAYS_A_WEEK })
}

function earlier(a: Temporal.PlainDate, b: Temporal.PlainDate): Temporal.PlainDate {
  return Temporal.PlainDate.compare(a, b) < 0 ? a : b
}

/** To find a place's next opening: every season is within it; month and day stay unambiguous. */
const LOOKS_AHEAD = { months: 11 }

/**
 * When places with no day to order for reopen, by ID: the first day that rules and closures produce
 * beyond the stored ones.
 */
export async function findOpenings(
  db: Db,
  placeIds: readonly number[],
  at: Date,
): Promise<Map<number, string>> {
  if (placeIds.length === 0) return new Map()
  const stored = await listDaysToCome(db, at)
  const timeZone = await readTimeZone(db)
  const calendar = await readCalendar(db)
  const from = farmDayOf(at.toISOString(), timeZone)
  const span = { from, until: from.add(LOOKS_AHEAD) }
  return new Map(
    placeIds.flatMap((id): [number, string][] => {
      const known = new Set(stored.flatMap((row) => (row.place_id === id ? [row.day] : [])))
      const next = planPlace(id, calendar, span, timeZone).find(
        ({ day, state, order_until }) =>
          state === 'open' && order_until > at.toISOString() && !known.has(day),
      )
      return next ? [[id, next.day]] : []
    }),
  )
}

export type Hours = { opens: string; closes: string; orderDays: number; orderTime: string }

/** @throws Refusal 'invalid' for impossible hours */
export function checkHours({ opens, closes, orderDays, orderTime }: Hours): void {
  if (opens >= closes) throw invalidField('closes', 'It must close after it opens.')
  if (orderDays === 0 && orderTime > closes)
    throw invalidField('orderTime', 'The order cutoff must be before closing time.')
}
