import { farmDates, formatDay } from '#contract/date-format.ts'
import { formatOrderUntil } from '#contract/day-words.ts'
import { PICKUP_LOCATIONS, PICKUP_PLACES, type PickupLocation } from '#contract/delivery.ts'
import type { MarketDay, MarketPlace, OrderingCalendar } from '#contract/market-days.ts'
import { formatHours } from '#contract/wall-time.ts'

/** A place on a day, as the buyer chooses it. */
export type PickupOption = {
  /** Which day of which place it is, the place's first or a later one: a choice stays when that day becomes another. */
  key: string
  /** The place's key and the day, such as `farm_store/2026-11-28`; the key alone while no day is known. */
  value: string
  name: string
  /** `Saturday 9am to noon` */
  hours: string
  /** YYYY-MM-DD; null while the market days are not known. */
  day: string | null
  /** `order through Friday`, or why nobody can order for it. */
  words: string
  isOpen: boolean
  place: Pick<MarketPlace, 'address' | 'mapUrl' | 'note'>
}

const UNKNOWN = { address: '', mapUrl: null, note: '' }

/** What a buyer may choose from, the earliest first; the places alone while the market days are not known. */
export function pickupOptions(calendar: OrderingCalendar | null, timeZone: string): PickupOption[] {
  if (!calendar)
    return PICKUP_LOCATIONS.map((key) => ({
      key: `${key}-0`,
      value: key,
      name: PICKUP_PLACES[key].name,
      hours: PICKUP_PLACES[key].window,
      day: null,
      words: '',
      isOpen: true,
      place: UNKNOWN,
    }))
  return calendar.days.flatMap((day, index) => {
    const place = calendar.places.find(({ key }) => key === day.placeKey)
    if (place?.kind !== 'pickup') return []
    const before = calendar.days.slice(0, index).filter(({ placeKey }) => placeKey === place.key)
    return [{ key: `${place.key}-${before.length}`, ...optionOf(place, day, timeZone) }]
  })
}

function optionOf(place: MarketPlace, day: MarketDay, timeZone: string): Omit<PickupOption, 'key'> {
  const weekday = farmDates(timeZone).formatWeekday(day.opensAt)
  return {
    value: `${day.placeKey}/${day.day}`,
    name: place.name,
    hours: `${weekday} ${formatHours(day)}`,
    day: day.day,
    words: wordsOf(day, timeZone),
    isOpen: day.state === 'open',
    place,
  }
}

function wordsOf(day: MarketDay, timeZone: string): string {
  if (day.state === 'closed') return day.message || 'Closed'
  if (day.state === 'full') return 'Full'
  const few = day.left === null ? '' : ` · ${day.left} left`
  return formatOrderUntil(day, timeZone) + few
}

/** The one day of all open options; null where there are several. */
export function sharedDay(options: readonly PickupOption[]): string | null {
  const days = new Set(options.filter(({ isOpen }) => isOpen).map(({ day }) => day))
  const [day = null] = days
  return days.size === 1 && day ? formatDay(day) : null
}

/** The place and the day of an option's `value`. */
export function chosenOption(value: string): { place: PickupLocation | null; day: string | null } {
  const [place = '', day = null] = value.split('/')
  return { place: place || null, day }
}
