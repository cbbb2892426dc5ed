import type { Cents } from './money.ts'

/** Delivery is possible from this subtotal on (specification, section 9). */
export const DELIVERY_FROM = 2000 as Cents

export const DELIVERY_FEE = 500 as Cents

/** What the cart calls its choice; an order calls 'delivery' 'shipping' (specification, section 7). */
export type DeliveryMethod = 'pickup' | 'delivery'

/** The pickup places that every shop begins with; the farmer's own have other keys. */
export const PICKUP_LOCATIONS = ['farmers_market', 'farm_store'] as const
type FirstPlace = (typeof PICKUP_LOCATIONS)[number]

/** A pickup place's key. */
export type PickupLocation = string

export const NO_PLACE = 'Please choose a pickup location.'

export const PICKUP_PLACES = {
  farmers_market: { name: 'Farmers market', window: 'Saturday 9am to noon' },
  farm_store: { name: 'Farm store', window: 'Saturday 2pm to 5pm' },
} as const satisfies Record<FirstPlace, { name: string; window: string }>

/**
 * The name and the weekly hours of a place, by its key alone: for orders whose market day is not known. A place of the farmer's
 * own has the name in its key, and no hours of every week.
 */
export function placeOfKey(key: PickupLocation): { name: string; window: string } {
  const first = PICKUP_LOCATIONS.find((location) => location === key)
  if (first) return PICKUP_PLACES[first]
  const name = key.replaceAll('_', ' ')
  return { name: name.charAt(0).toUpperCase() + name.slice(1), window: '' }
}

/** The hours of the same windows on the farm's clock, for calendars: the words above, in figures. */
export const PICKUP_HOURS = {
  farmers_market: { from: 9, until: 12 },
  farm_store: { from: 14, until: 17 },
} as const satisfies Record<FirstPlace, { from: number; until: number }>

export function canDeliver(subtotal: Cents): boolean {
  return subtotal >= DELIVERY_FROM
}

export function deliveryFee(method: DeliveryMethod, subtotal: Cents): Cents {
  return method === 'delivery' && canDeliver(subtotal) ? DELIVERY_FEE : (0 as Cents)
}
