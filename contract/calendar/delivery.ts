import type { Cents } from '../money/money.ts'

/** A zone's fee and minimum subtotal, in cents; `zip`: whose ZIP code that is, if zones differ. */
export type DeliveryTerms = { fee: Cents; minimum: Cents; zip?: string }

/** A zone's terms until the farmer changes them (specification, section 9). */
export const DEFAULT_TERMS: DeliveryTerms = { fee: 500 as Cents, minimum: 2000 as Cents }

/** The highest fee and the highest minimum of a zone, in cents ($1,000.00). */
export const MAX_TERMS = 100_000 as Cents

/** The cart's word; an order calls 'delivery' 'shipping' (specification, section 7). */
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

/** Prefixes of the ZIP codes a zone delivers to; null: everywhere. */
type Reach = { zips: readonly string[] | null }

/** The zone with the longest prefix of the ZIP code, else one that covers everywhere. */
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

/**
 * How many digits of the ZIP code the zone names; 0 for a zone without ZIP codes, -1 if it does not
 * deliver there.
 */
function reachOf({ zips }: Reach, zipCode: string): number {
  if (zips === null) return 0
  return Math.max(-1, ...zips.map((zip) => (zipCode.startsWith(zip) ? zip.length : -1)))
}
