import { type Cents, formatDollars, toCents } from '../money/money.ts'
import { DEFAULT_TERMS, type DeliveryTerms } from './delivery.ts'

// Not in `delivery.ts`, which loads with the first view of every page.

type Priced = { delivery?: { fee: number; minimum: number } | undefined }

export function termsOfZone({ delivery }: Priced): DeliveryTerms {
  if (!delivery) return DEFAULT_TERMS
  return { fee: toCents(delivery.fee), minimum: toCents(delivery.minimum) }
}

const NOWHERE: DeliveryTerms = { fee: 0 as Cents, minimum: Number.POSITIVE_INFINITY as Cents }

/** Null if zones differ; the defaults if there are none. */
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

export function formatFees(all: readonly DeliveryTerms[]): string {
  const fees = all.map(({ fee }) => fee).sort((a, b) => a - b)
  const [least = DEFAULT_TERMS.fee, most = least] = [fees[0], fees.at(-1)]
  return least === most ? formatFee(least) : `${formatDollars(least)} to ${formatDollars(most)}`
}
