import { DEFAULT_TERMS, type DeliveryTerms } from '#contract/delivery.ts'
import type { OrderData } from '#contract/orders.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { listZones, type Place } from './calendar-queries.ts'
import { refused } from './day-refusals.ts'

export type Zone = Pick<Place, 'key' | 'name' | 'zips'>

/**
 * The zone of delivery that a ZIP code lies in: the one with the longest beginning of it, else one
 * that covers everywhere. @throws Refusal 'delivery-not-here'
 */
export function zoneOf<Some extends Zone>(zones: readonly Some[], zipCode: string): Some {
  const best = findZone(zones, zipCode)
  if (best) return best
  const covered = zones.flatMap(({ zips }) => zips ?? [])
  throw new Refusal(
    'delivery-not-here',
    `${covered.length > 0 ? `We deliver to ${covered.join(', ')}.` : 'We do not deliver right now.'} Please choose pickup.`,
    { field: 'orderData.shippingAddress.zipCode' },
  )
}

function findZone<Some extends Zone>(zones: readonly Some[], zipCode: string): Some | null {
  const [best] = zones
    .map((zone) => ({ zone, reach: reachOf(zone, zipCode) }))
    .filter(({ reach }) => reach >= 0)
    .sort((a, b) => b.reach - a.reach)
  return best?.zone ?? null
}

/**
 * What delivery of an order costs, and from which subtotal on, as its zone says now. Where no zone
 * delivers to, that is refused when its day is looked for.
 */
export async function readTerms(
  db: Db,
  { deliveryMethod, shippingAddress }: Pick<OrderData, 'deliveryMethod' | 'shippingAddress'>,
): Promise<DeliveryTerms> {
  if (deliveryMethod === 'pickup') return DEFAULT_TERMS
  const zone = findZone(await listZones(db), shippingAddress?.zipCode ?? '')
  return zone ? termsOf(zone) : DEFAULT_TERMS
}

export function termsOf(zone: Pick<Place, 'fee_cents' | 'minimum_cents'>): DeliveryTerms {
  return { fee: zone.fee_cents, minimum: zone.minimum_cents }
}

export function coversZip(zone: Zone, zipCode: string): boolean {
  return reachOf(zone, zipCode) >= 0
}

/**
 * How many digits of the ZIP code the zone names; 0 for one without ZIP codes, -1 where it does not
 * deliver.
 */
function reachOf({ zips }: Zone, zipCode: string): number {
  if (zips === null) return 0
  return Math.max(-1, ...zips.map((zip) => (zipCode.startsWith(zip) ? zip.length : -1)))
}

/**
 * A ZIP code must lead to one zone; of one that lies within another, the longer one counts. @throws
 * Refusal 'invalid'
 */
export function refuseSharedZips(
  { id, kind, zips }: { id: number | null } & Pick<Place, 'kind' | 'zips'>,
  places: readonly Place[],
): void {
  if (kind !== 'delivery') return
  const others = places.filter(
    (place) => place.kind === 'delivery' && place.retired_at === null && place.id !== id,
  )
  for (const other of others) {
    if (zips === null && other.zips === null)
      throw refused('zips', `${other.name} goes everywhere already. Please name ZIP codes.`)
    const shared = zips?.find((zip) => other.zips?.includes(zip))
    if (shared !== undefined) throw refused('zips', `${shared} is in ${other.name} already.`)
  }
}
