import type { Cents } from './money.ts'

/**
 * What a zone of delivery asks for, in cents: its fee, and the subtotal from which on it delivers.
 * `zip` says whose ZIP code that is, where zones differ.
 */
export type DeliveryTerms = { fee: Cents; minimum: Cents; zip?: string }

/** What a zone asks for until the farmer says otherwise (specification, section 9). */
export const DEFAULT_TERMS: DeliveryTerms = { fee: 500 as Cents, minimum: 2000 as Cents }

/** The highest fee and the highest minimum of a zone, in cents ($1,000.00). */
export const MAX_TERMS = 100_000 as Cents

/** What the cart calls its choice; an order calls 'delivery' 'shipping' (specification, section 7). */
export type DeliveryMethod = 'pickup' | 'delivery'

/** A pickup place's key. */
export type PickupLocation = string

export const NO_PLACE = 'Please choose a pickup location.'

export function canDeliver(subtotal: Cents, { minimum }: DeliveryTerms): boolean {
  return subtotal >= minimum
}

export function deliveryFee(method: DeliveryMethod, subtotal: Cents, terms: DeliveryTerms): Cents {
  return method === 'delivery' && canDeliver(subtotal, terms) ? terms.fee : (0 as Cents)
}
