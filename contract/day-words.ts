import { farmDates, formatDay } from './date-format.ts'
import type { MarketDay, OrderingCalendar } from './market-days.ts'

/** So long before a market day a weekday alone says which one is meant, in ms. */
const WITHIN_A_WEEK = 6 * 24 * 60 * 60_000

/** `order until Thursday 8 PM`; an end at midnight is the evening before: `order through Friday`. */
export function formatOrderUntil(
  { orderUntil, opensAt }: Pick<MarketDay, 'orderUntil' | 'opensAt'>,
  timeZone: string,
): string {
  const { formatTime, formatWeekday, formatWeekdayDate } = farmDates(timeZone)
  const isNear = Date.parse(opensAt) - Date.parse(orderUntil) <= WITHIN_A_WEEK
  const formatDayOf = isNear ? formatWeekday : formatWeekdayDate
  const time = formatTime(orderUntil).replace(':00', '')
  if (time !== '12 AM') return `order until ${formatDayOf(orderUntil)} ${time}`
  const evening = new Date(Date.parse(orderUntil) - 1).toISOString()
  return `order through ${formatDayOf(evening)}`
}

/** The pickup days that may be ordered for now, the earliest first. */
export function openPickupDays({ places, days }: OrderingCalendar): MarketDay[] {
  const pickup = new Set(places.filter(({ kind }) => kind === 'pickup').map(({ key }) => key))
  return days.filter(({ placeKey, state }) => state === 'open' && pickup.has(placeKey))
}

/**
 * `Next pickup: Saturday, Nov 28 · order through Friday · Farmers market`; the farmer's words while the shop is paused or the next
 * day is closed. Null where there is nothing to say.
 */
export function nextPickupSentence(calendar: OrderingCalendar, timeZone: string): string | null {
  if (calendar.pause !== null) return calendar.pause
  const [next, ...later] = openPickupDays(calendar)
  if (!next) return calendar.days.find(({ message }) => message !== '')?.message ?? null
  const isAlike = ({ day, orderUntil }: MarketDay) =>
    day === next.day && orderUntil === next.orderUntil
  const keys = [next, ...later.filter(isAlike)].map(({ placeKey }) => placeKey)
  const places = calendar.places.filter(({ key }) => keys.includes(key)).map(({ name }) => name)
  const until = formatOrderUntil(next, timeZone)
  return `Next pickup: ${formatDay(next.day)} · ${until} · ${places.join(', ')}`
}
