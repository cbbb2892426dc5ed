import { farmDates, formatBriefDay, formatDay, formatMonthDay } from './date-format.ts'
import type { MarketDay, OrderingCalendar } from './market-days.ts'

/** How long before it a weekday alone is clear, in ms. */
const WITHIN_A_WEEK = 6 * 24 * 60 * 60_000

type End = Pick<MarketDay, 'orderUntil' | 'opensAt'>

/**
 * `order until Thursday 8 PM`; an end at midnight is the evening before:
 * `order through Friday`. With its date where that is more than six days before the
 * market day, or after `now`, which is for a sentence that does not name the market day.
 */
export function formatOrderUntil(end: End, timeZone: string, now?: number): string {
  return orderUntil(end, timeZone, farmDates(timeZone).formatWeekday, now)
}

function orderUntil(
  { orderUntil, opensAt }: End,
  timeZone: string,
  formatWeekday: (when: string) => string,
  now = Number.POSITIVE_INFINITY,
): string {
  const { formatTime, formatWeekdayDate } = farmDates(timeZone)
  const end = Date.parse(orderUntil)
  const isNear = Date.parse(opensAt) - end <= WITHIN_A_WEEK && end - now <= WITHIN_A_WEEK
  const formatDayOf = isNear ? formatWeekday : formatWeekdayDate
  const time = formatTime(orderUntil)
    .replace(':00', '')
    .replace(/^12 PM$/, 'noon')
  if (time !== '12 AM') return `order until ${formatDayOf(orderUntil)}${isNear ? '' : ','} ${time}`
  const evening = new Date(end - 1).toISOString()
  return `order through ${formatDayOf(evening)}`
}

export function openPickupDays({ places, days }: OrderingCalendar): MarketDay[] {
  const pickup = new Set(places.filter(({ kind }) => kind === 'pickup').map(({ key }) => key))
  return days.filter(({ placeKey, state }) => state === 'open' && pickup.has(placeKey))
}

/**
 * Why no pickup can be ordered for now, and from when on it can: the farmer's words, `We open again on May 2`, or both.
 * Null while one can, and where nobody knows.
 */
export function closedSentence(calendar: OrderingCalendar): string | null {
  const { pause, places, days } = calendar
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

/** The text about the next pickup, for a wide screen and for one line on a phone, where the place stands beside it. */
type NextPickupText = { whole: string; brief: string; place: string }

export const WHERE = 'Where'

/**
 * `Next pickup: Saturday, Nov 28 · order through Friday · Farmers market, 745 River St`, in brief `Pickup Sat, Nov 28 ·
 * order through Fri` at `Farmers market`; or why there is none. Null where there is nothing to say.
 */
export function nextPickupText(
  calendar: OrderingCalendar,
  timeZone: string,
): NextPickupText | null {
  const next = calendar.pause === null ? nextPickup(calendar) : null
  if (!next) {
    const closed = closedSentence(calendar)
    return closed === null ? null : { whole: closed, brief: closed, place: WHERE }
  }
  const { day, places } = next
  const until = formatOrderUntil(day, timeZone)
  const address = calendar.places.find(({ key }) => key === day.placeKey)?.address
  const street = places.length === 1 && address ? address.split(',', 1) : []
  const briefly = orderUntil(day, timeZone, farmDates(timeZone).formatShortWeekday)
  return {
    whole: `Next pickup: ${formatDay(day.day)} · ${until} · ${[...places, ...street].join(', ')}`,
    brief: `Pickup ${formatBriefDay(day.day)} · ${briefly}`,
    place: places.length > 1 ? `${places[0]} …` : (places[0] ?? WHERE),
  }
}

export function nextPickup(
  calendar: OrderingCalendar,
): { day: MarketDay; places: string[] } | null {
  const [day, ...later] = openPickupDays(calendar)
  if (!day) return null
  const alike = later.filter((one) => one.day === day.day && one.orderUntil === day.orderUntil)
  const keys = [day, ...alike].map(({ placeKey }) => placeKey)
  return {
    day,
    places: calendar.places.flatMap(({ key, name }) => (keys.includes(key) ? [name] : [])),
  }
}
