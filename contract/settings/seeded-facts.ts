import type { OrderingCalendar } from '../calendar/market-days.ts'
import { formatHours } from '../time/wall-time.ts'

// The specification's fixed texts ('Hot Springs area') fit only the seeded facts; see `isSeeded`.

/** Specification, section 9; each on Saturdays. */
export const SEEDED_PLACES = [
  { key: 'farmers_market', name: 'Farmers market', opens: '09:00', closes: '12:00' },
  { key: 'farm_store', name: 'Farm store', opens: '14:00', closes: '17:00' },
] as const

type SeededPlace = (typeof SEEDED_PLACES)[number]

export const SEEDED_ZONE = 'Delivery'

export function seededPlace(key: string): SeededPlace | undefined {
  return SEEDED_PLACES.find((place) => place.key === key)
}

export function seededWindow(place: SeededPlace): string {
  return `Saturday ${formatHours(place)}`
}

/** `the farmers market` inside a sentence; names the farmer chose stay as they are. */
export function placeInSentence(name: string): string {
  return SEEDED_PLACES.some((place) => place.name === name) ? `the ${name.toLowerCase()}` : name
}

const SEEDED_AREA = 'Hot Springs area'

/** One or two words; empty if the area has no name, null if the farm doesn't deliver. */
export function deliveryArea(calendar: OrderingCalendar | null): string | null {
  if (!calendar || calendar.isSeeded) return SEEDED_AREA
  const zones = calendar.places.filter(({ kind }) => kind === 'delivery')
  const names = zones.flatMap(({ name }) => (name === SEEDED_ZONE ? [] : name))
  return zones.length > 0 ? names.join(', ') : null
}

/** `We deliver in the Hot Springs area`, `We deliver to Custer County`; null without delivery. */
export function withArea(sentence: string, calendar: OrderingCalendar | null): string | null {
  const area = deliveryArea(calendar)
  if (!area) return area === null ? null : sentence
  return `${sentence} ${area === SEEDED_AREA ? 'in the' : 'to'} ${area}`
}

/** `the Saturday market 9-12 PM` (specification, section 8); null if nowhere. */
export function marketLabel(calendar: OrderingCalendar | null): string | null {
  if (!calendar || calendar.isSeeded) return 'the Saturday market 9-12 PM'
  const place = calendar.places.find(({ kind, hours }) => kind === 'pickup' && hours !== '')
  return place ? `${placeInSentence(place.name)}, ${place.hours}` : null
}

export function nameAmong(name: string): string {
  return name === SEEDED_ZONE ? 'Elsewhere' : name
}
