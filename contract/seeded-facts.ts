import { formatHours } from './wall-time.ts'

/**
 * The pickup places that every shop begins with (specification, section 9), each on Saturdays. Once
 * a shop runs, its places and days are rows; this stands for what an earlier release kept without.
 */
export const SEEDED_PLACES = [
  { key: 'farmers_market', name: 'Farmers market', opens: '09:00', closes: '12:00' },
  { key: 'farm_store', name: 'Farm store', opens: '14:00', closes: '17:00' },
] as const

type SeededPlace = (typeof SEEDED_PLACES)[number]

export function seededPlace(key: string): SeededPlace | undefined {
  return SEEDED_PLACES.find((place) => place.key === key)
}

/** `Saturday 9am to noon` */
export function seededWindow(place: SeededPlace): string {
  return `Saturday ${formatHours(place)}`
}

/** `the farmers market` in the middle of a sentence; a name of the farmer's own stays as it is. */
export function placeInSentence(name: string): string {
  return SEEDED_PLACES.some((place) => place.name === name) ? `the ${name.toLowerCase()}` : name
}
