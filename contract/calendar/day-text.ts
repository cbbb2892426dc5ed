import { farmDates, formatBriefDay, formatDay, formatMonthDay } from '../time/date-format.ts'
import { DAY } from '../time/durations.ts'
import type { MarketDay, MarketPlace, OrderingCalendar } from './market-days.ts'

/** How many days ahead a weekday alone is unambiguous. */
const WEEK = 6

const EVENING = 17

type Cutoff = Pick<MarketDay, 'orderUntil' | 'day'>

type CutoffReading = {
  /** The reader's date at the farm (YYYY-MM-DD); absent for mail, which may be read on any day. */
  today?: string | undefined
  /** The farm's date of writing, for a sentence that doesn't name the market day. */
  writtenOn?: string
  isBrief?: boolean
}

/**
 * `Thursday, 8 PM`. Midnight belongs to the evening before: `Friday, 11:59 PM`. On the same day,
 * `11:59 tonight`. With its date if that is over six days before the market day, or after
 * `writtenOn`.
 */
export function formatCutoff(
  { orderUntil, day: marketDay }: Cutoff,
  timeZone: string,
  { today, writtenOn, isBrief = false }: CutoffReading = {},
): string {
  const { dayOf, hourOf, formatTime, formatBriefDate, ...weekdays } = farmDates(timeZone)
  const isMidnight = /^12:00.AM$/.test(formatTime(orderUntil))
  const last = isMidnight ? new Date(Date.parse(orderUntil) - 60_000).toISOString() : orderUntil
  const time = formatTime(last)
    .replace(':00', '')
    .replace(/^12.PM$/, 'noon')
  const day = dayOf(last)
  if (day === today)
    return Number(hourOf(last)) >= EVENING ? `${time.replace(/.PM$/, '')} tonight` : `${time} today`
  const isNear =
    daysBetween(day, marketDay) <= WEEK && (!writtenOn || daysBetween(writtenOn, day) <= WEEK)
  const weekday = isBrief ? weekdays.formatShortWeekday(last) : weekdays.formatWeekday(last)
  return [weekday, ...(isNear ? [] : [formatBriefDate(last)]), time].join(', ')
}

export function formatOrderBy(cutoff: Cutoff, timeZone: string, reading?: CutoffReading): string {
  return `order by ${formatCutoff(cutoff, timeZone, reading)}`
}

function daysBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) / DAY
}

/** `this Saturday, Nov 28` within the week after `today` (YYYY-MM-DD). */
export function formatNextDay({ day }: Pick<MarketDay, 'day'>, today: string): string {
  const ahead = daysBetween(today, day)
  return `${ahead > 0 && ahead <= WEEK ? 'this ' : ''}${formatDay(day)}`
}

export function openPickupDays({ places, days }: OrderingCalendar): MarketDay[] {
  const pickup = new Set(places.filter(({ kind }) => kind === 'pickup').map(({ key }) => key))
  return days.filter(({ placeKey, state }) => state === 'open' && pickup.has(placeKey))
}

export const NOT_OPEN_YET = 'We’re not taking orders yet'

/** Why nothing can be ordered now, and when ordering opens again; null while open or unknown. */
export function closedSentence(calendar: OrderingCalendar): string | null {
  const { pause, places, days } = calendar
  if (pause === null && places.length === 0) return NOT_OPEN_YET
  if (pause !== null || openPickupDays(calendar).length > 0) return pause
  const pickup = places.filter(({ kind }) => kind === 'pickup')
  const [opens] = pickup.flatMap(({ opensAgain }) => opensAgain ?? []).sort()
  const ofPickup = days.filter(({ placeKey }) => pickup.some(({ key }) => key === placeKey))
  const parts = [
    ofPickup.find(({ message }) => message !== '')?.message,
    ofPickup.some(({ state }) => state === 'full')
      ? 'Every pickup day is full right now'
      : opens && `We open again on ${formatMonthDay(opens)}`,
  ]
  return parts.filter(Boolean).join(' · ') || null
}

export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** `whole` for wide screens, `brief` for phones. */
type NextPickupText = { whole: string; brief: string }

/**
 * `Next pickup: Saturday, Nov 28 · order by Friday, 11:59 PM · Farmers market, 745 River St`, or in
 * brief `Pickup Sat, Nov 28 · order by Fri, 11:59 PM`; if there is none, why. Null if there is
 * nothing to say.
 */
export function nextPickupText(
  calendar: OrderingCalendar,
  timeZone: string,
): NextPickupText | null {
  const next = calendar.pause === null ? nextPickup(calendar) : null
  if (!next) {
    const closed = closedSentence(calendar)
    return closed === null ? null : { whole: closed, brief: closed }
  }
  const { day, streets } = next
  const { today } = calendar
  const until = formatOrderBy(day, timeZone, { today })
  const briefly = formatOrderBy(day, timeZone, { today, isBrief: true })
  return {
    whole: `Next pickup: ${formatDay(day.day)} · ${until} · ${streets.join(' or ')}`,
    brief: `Pickup ${formatBriefDay(day.day)} · ${briefly}`,
  }
}

export function nextPickup(
  calendar: OrderingCalendar,
): { day: MarketDay; streets: string[] } | null {
  const [day, ...later] = openPickupDays(calendar)
  if (!day) return null
  const alike = later.filter((one) => one.day === day.day && one.orderUntil === day.orderUntil)
  const keys = [day, ...alike].map(({ placeKey }) => placeKey)
  const places = calendar.places.filter(({ key }) => keys.includes(key))
  const withStreet = ({ name, address }: MarketPlace) =>
    [name, ...(address ? address.split(',', 1) : [])].join(', ')
  return { day, streets: places.map(withStreet) }
}
