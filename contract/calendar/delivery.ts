import type { Cents } from '../money/money.ts'

/** In cents. `zip`: the ZIP code these terms are for, if zones differ. */
export type DeliveryTerms = { fee: Cents; minimum: Cents; zip?: string }

/** Until the farmer changes them (specification, section 9). */
export const DEFAULT_TERMS: DeliveryTerms = { fee: 500 as Cents, minimum: 2000 as Cents }

/** For goods added to an order, which come in its box. */
export const FREE_TERMS: DeliveryTerms = { fee: 0 as Cents, minimum: 0 as Cents }

export const MAX_TERMS = 100_000 as Cents

/** An order says 'shipping' where the cart says 'delivery' (specification, section 7). */
export type DeliveryMethod = 'pickup' | 'delivery'

export type PickupLocation = string

export const NO_PLACE = 'Please choose a pickup location.'

export function canDeliver(subtotal: Cents, { minimum }: DeliveryTerms): boolean {
  return subtotal >= minimum
}

export function deliveryFee(method: DeliveryMethod, subtotal: Cents, terms: DeliveryTerms): Cents {
  return method === 'delivery' && canDeliver(subtotal, terms) ? terms.fee : (0 as Cents)
}

/** Prefixes of the ZIP codes a zone delivers to; null: everywhere. */
type Reach = { zips: readonly string[] | null }

export function findZone<Some extends Reach>(zones: readonly Some[], zipCode: string): Some | null {
  const [best] = zones
    .map((zone) => ({ zone, reach: reachOf(zone, zipCode) }))
    .filter(({ reach }) => reach >= 0)
    .sort((a, b) => b.reach - a.reach)
  return best?.zone ?? null
}

export function coversZip(zone: Reach, zipCode: string): boolean {
  return reachOf(zone, zipCode) >= 0
}

/** Digits of the longest matching prefix; 0 if the zone covers everywhere, -1 if no delivery. */
function reachOf({ zips }: Reach, zipCode: string): number {
  if (zips === null) return 0
  return Math.max(-1, ...zips.map((zip) => (zipCode.startsWith(zip) ? zip.length : -1)))
}
