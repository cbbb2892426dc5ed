import type { DeskDay } from '#contract/calendar/calendar.ts'
import type { DeskPlace } from '#contract/calendar/places.ts'
import type { DeskRule } from '#contract/calendar/rules.ts'
import { formatBoxes, formatOrders } from '#contract/packing/box-text.ts'
import { formatMonthDay } from '#contract/time/date-format.ts'
import { formatHours, formatWallTime } from '#contract/time/wall-time.ts'
import { formatText } from '../shared/format-value.ts'

/** Monday is 1. */
export const WEEKDAYS = [
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
  'Sunday',
] as const

export const RULE_FORMATS = {
  weekday: (value: unknown) => WEEKDAYS[Number(value) - 1] ?? formatText(value),
  everyWeeks: (value: unknown) => (Number(value) === 2 ? 'Every other week' : 'Every week'),
}

export function weekdayBefore(weekday: number, days: number): string {
  return WEEKDAYS[(((weekday - 1 - days) % 7) + 7) % 7] ?? ''
}

export function formatFilling({ orders, capacity }: Pick<DeskDay, 'orders' | 'capacity'>): string {
  return capacity === null ? formatOrders(orders) : `${orders} of at most ${formatBoxes(capacity)}`
}

export function formatOrdersLeft(orders: number): string {
  return `${formatOrders(orders)} still ${orders === 1 ? 'stands' : 'stand'}`
}

export function formatPeople(people: number): string {
  return people === 1 ? '1 person' : `${people} people`
}

type RuleTimes = Pick<DeskRule, 'weekday' | 'everyWeeks' | 'opens' | 'closes'>

/** `Every Saturday, 9am to noon` */
export function formatRule(rule: RuleTimes): string {
  const day = WEEKDAYS[rule.weekday - 1] ?? ''
  return `${rule.everyWeeks === 2 ? 'Every other' : 'Every'} ${day}, ${formatHours(rule)}`
}

export function formatRuleTerms(rule: DeskRule): string {
  const { weekday, orderDays, orderTime, capacity, seasonFrom, seasonUntil } = rule
  return [
    `Order by ${formatEnd({ weekday, orderDays, orderTime })}`,
    capacity === null ? 'no order limit' : `order limit ${formatBoxes(capacity)}`,
    ...(seasonFrom && seasonUntil
      ? [`${yearly(seasonFrom)} to ${yearly(seasonUntil)} every year`]
      : []),
  ].join(' · ')
}

type OrderEnd = { weekday: number; orderDays: number; orderTime: string }

function formatEnd({ weekday, orderDays, orderTime }: OrderEnd): string {
  if (orderTime === '00:00') return `${weekdayBefore(weekday, orderDays + 1)}, 11:59 PM`
  return `${weekdayBefore(weekday, orderDays)}, ${formatWallTime(orderTime)}`
}

const yearly = (monthDay: string) => formatMonthDay(`2024-${monthDay}`)

export function placeName(places: readonly DeskPlace[], id: number | null): string {
  if (id === null) return 'All places'
  return places.find((place) => place.id === id)?.name ?? `Place ${id}`
}

export function dayHash(id: number): string {
  return `calendar/day/${id}`
}
