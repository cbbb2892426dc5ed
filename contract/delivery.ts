import type { Cents } from './money.ts'

/** Delivery is possible from this subtotal on (specification, section 9). */
export const DELIVERY_FROM = 2000 as Cents

export const DELIVERY_FEE = 500 as Cents

/** What the cart calls its choice; an order calls 'delivery' 'shipping' (specification, section 7). */
export type DeliveryMethod = 'pickup' | 'delivery'

/** A pickup place's key. */
export type PickupLocation = string

export const NO_PLACE = 'Please choose a pickup location.'

export function canDeliver(subtotal: Cents): boolean {
  return subtotal >= DELIVERY_FROM
}

export function deliveryFee(method: DeliveryMethod, subtotal: Cents): Cents {
  return method === 'delivery' && canDeliver(subtotal) ? DELIVERY_FEE : (0 as Cents)
}
