import { formatOrderBy } from '#contract/calendar/day-text.ts'
import type { PickupLocation } from '#contract/calendar/delivery.ts'
import type { MarketDay, MarketPlace, OrderingCalendar } from '#contract/calendar/market-days.ts'
import { SEEDED_PLACES, seededWindow } from '#contract/settings/seeded-facts.ts'
import { farmDates, formatDay } from '#contract/time/date-format.ts'
import { formatHours } from '#contract/time/wall-time.ts'

export type DayOption = {
  /**
   * The place's key and the day, such as `farm_store/2026-11-28`; just the key while no day is
   * known.
   */
  value: string
  name: string
  hours: string
  /** `9am to noon`; empty while no day is known. */
  time: string
  /** YYYY-MM-DD; null while the market days are not known. */
  day: string | null
  /** `order by Friday, 11:59 PM`, or why it can't be ordered for. */
  note: string
  isOpen: boolean
  place: Pick<MarketPlace, 'address' | 'mapUrl' | 'note' | 'paysAtPickup'>
}

const UNKNOWN = { address: '', mapUrl: null, note: '' }

/** Earliest first; only the places while the market days are unknown. */
export function pickupOptions(calendar: OrderingCalendar | null, timeZone: string): DayOption[] {
  if (calendar) return optionsOf(calendar, timeZone, ({ kind }) => kind === 'pickup')
  return SEEDED_PLACES.map((place) => ({
    value: place.key,
    name: place.name,
    hours: seededWindow(place),
    time: '',
    day: null,
    note: '',
    isOpen: true,
    place: UNKNOWN,
  }))
}

export function optionsOf(
  { places, days, today }: OrderingCalendar,
  timeZone: string,
  isMeant: (place: MarketPlace) => boolean,
): DayOption[] {
  const { formatWeekday } = farmDates(timeZone)
  return days.flatMap((day) => {
    const place = places.find(({ key }) => key === day.placeKey)
    if (!place || !isMeant(place)) return []
    const time = formatHours(day)
    const option: DayOption = {
      value: `${day.placeKey}/${day.day}`,
      name: place.name,
      hours: `${formatWeekday(day.opensAt)} ${time}`,
      time,
      day: day.day,
      note: labelOf(day, timeZone, today),
      isOpen: day.state === 'open',
      place,
    }
    return [option]
  })
}

function labelOf(day: MarketDay, timeZone: string, today: string): string {
  if (day.state === 'closed') return day.message || 'Closed'
  if (day.state === 'full') return 'Full'
  const few = day.left === null ? '' : ` · ${day.left} left`
  return formatOrderBy(day, timeZone, { today, writtenOn: today }) + few
}

/** Null when there are several. */
export function sharedDay(options: readonly DayOption[]): string | null {
  const days = new Set(options.filter(({ isOpen }) => isOpen).map(({ day }) => day))
  const [day = null] = days
  return days.size === 1 && day ? formatDay(day) : null
}

export function chosenOption(value: string): { place: PickupLocation | null; day: string | null } {
  const [place = '', day = null] = value.split('/')
  return { place: place || null, day }
}

/** `Saturday, Nov 28, 9am to noon, Farmers market`; the place alone while no day is known. */
export function formatOption({ day, time, hours, name }: DayOption): string {
  return (day ? [formatDay(day), time, name] : [name, hours]).filter(Boolean).join(', ')
}

/**
 * The chosen option while it is open, then its place's next one, along with what became of the
 * first. Before any choice, the earliest if there is only one place.
 */
export function settleChoice(
  options: readonly DayOption[],
  chosen: string | undefined,
): { option: DayOption | null; news: string | null } {
  const open = options.filter(({ isOpen }) => isOpen)
  const places = new Set(options.map(({ value }) => chosenOption(value).place))
  if (chosen === undefined) return { option: (places.size === 1 && open[0]) || null, news: null }
  const before = options.find(({ value }) => value === chosen)
  if (before?.isOpen) return { option: before, news: null }
  const { place, day } = chosenOption(chosen)
  const next = open.find(({ value }) => chosenOption(value).place === place) ?? null
  // While the days are unknown, none of them can have ended.
  if (day === null || next?.day === null) return { option: next, news: null }
  const advice = next?.day
    ? `We switched you to ${formatDay(next.day)}; you can choose another day.`
    : 'Please choose another day.'
  return { option: next, news: `${whatBecameOf(day, before)} ${advice}` }
}

function whatBecameOf(day: string, option: DayOption | undefined): string {
  if (!option) return `Ordering for ${formatDay(day)} has ended.`
  const date = `${formatDay(day)} at ${option.name}`
  return option.note === 'Full' ? `${date} just filled up.` : `${date} is off: ${option.note}`
}
