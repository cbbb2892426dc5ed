import { type Cents, cents, formatDollars, toCents } from '../money/money.ts'

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

/** In dollars, as answers show it of a zone. */
type Priced = { delivery?: { fee: number; minimum: number } | undefined }

export function termsOfZone({ delivery }: Priced): DeliveryTerms {
  if (!delivery) return DEFAULT_TERMS
  return { fee: toCents(delivery.fee), minimum: toCents(delivery.minimum) }
}

/** No cart reaches its minimum. */
const NOWHERE: DeliveryTerms = { fee: 0 as Cents, minimum: Number.POSITIVE_INFINITY as Cents }

/** The terms all zones share; null if they differ. The default if there are none. */
export function sharedTerms(all: readonly DeliveryTerms[]): DeliveryTerms | null {
  const [first = DEFAULT_TERMS, ...others] = all
  return others.every((other) => isSameTerms(other, first)) ? first : null
}

export function isSameTerms(one: DeliveryTerms, other: DeliveryTerms): boolean {
  return one.fee === other.fee && one.minimum === other.minimum && one.zip === other.zip
}

type Zones = { places: readonly ({ kind: string } & Priced)[] }

export function listZoneTerms(calendar: Zones | null): DeliveryTerms[] {
  const zones = calendar?.places.filter(({ kind }) => kind === 'delivery') ?? []
  return zones.map(termsOfZone)
}

/** Before a ZIP code is known: what all zones share, or the default fee and the lowest minimum. */
export function termsBeforeZip(calendar: Zones | null): DeliveryTerms {
  const all = listZoneTerms(calendar)
  if (calendar && all.length === 0) return NOWHERE
  const minimum = Math.min(...all.map((terms) => terms.minimum)) as Cents
  return sharedTerms(all) ?? { fee: DEFAULT_TERMS.fee, minimum }
}

export function formatFee(fee: Cents): string {
  return fee === 0 ? 'free' : formatDollars(fee)
}

export function formatTerms({ fee, minimum }: DeliveryTerms): string {
  const from = minimum === 0 ? '' : `, on orders of ${formatDollars(minimum)} or more`
  return formatFee(fee) + from
}

/** `$3.00 to $8.00`, or one amount if all zones ask the same. */
export function formatFees(all: readonly DeliveryTerms[]): string {
  const fees = all.map(({ fee }) => fee).sort((a, b) => a - b)
  const [least = DEFAULT_TERMS.fee, most = least] = [fees[0], fees.at(-1)]
  return least === most ? formatFee(least) : `${formatDollars(least)} to ${formatDollars(most)}`
}

export function formatMinimum({ minimum }: DeliveryTerms): string {
  return formatDollars(minimum)
}

/** What a cart lacks for delivery. */
export function formatMissing(subtotal: Cents, { minimum }: DeliveryTerms): string {
  return formatDollars(cents(minimum - subtotal))
}
