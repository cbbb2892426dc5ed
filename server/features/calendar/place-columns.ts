import type { Selectable } from 'kysely'
import { DEFAULT_TERMS, type DeliveryTerms } from '#contract/calendar/delivery.ts'
import type { DeskPlace, PLACE_FIELDS } from '#contract/calendar/places.ts'
import { toCents, toDollars } from '#contract/money/money.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { PlaceKind, PlacesTable } from '#server/db/tables/calendar.ts'

export const PLACE_COLUMNS = {
  name: 'name',
  address: 'address',
  mapUrl: 'map_url',
  note: 'note',
  zips: 'zips',
  fee: 'fee_cents',
  minimum: 'minimum_cents',
  daysAhead: 'days_ahead',
  taxRate: 'tax_bp',
  taxReducedRate: 'tax_reduced_bp',
  paysAtPickup: 'pays_at_pickup',
  position: 'position',
} as const satisfies Record<Exclude<keyof typeof PLACE_FIELDS, 'isRetired'>, keyof PlacesTable>

type TermColumns = Pick<Selectable<PlacesTable>, 'fee_cents' | 'minimum_cents'>

export function termsOf({ fee_cents: fee, minimum_cents: minimum }: TermColumns): DeliveryTerms {
  return { fee, minimum }
}

export function showTerms(row: TermColumns): Pick<DeskPlace, 'fee' | 'minimum'> {
  return { fee: toDollars(row.fee_cents), minimum: toDollars(row.minimum_cents) }
}

type RateColumns = Pick<Selectable<PlacesTable>, 'tax_bp' | 'tax_reduced_bp'>

export function showRates({ tax_bp, tax_reduced_bp }: RateColumns) {
  return {
    taxRate: tax_bp === null ? undefined : tax_bp / 100,
    taxReducedRate: tax_reduced_bp === null ? undefined : tax_reduced_bp / 100,
  }
}

export function storedPlace(place: DeskPlace) {
  const rateOf = (percent: number | undefined) =>
    percent === undefined ? null : Math.round(percent * 100)
  return {
    ...place,
    fee: toCents(place.fee),
    minimum: toCents(place.minimum),
    taxRate: rateOf(place.taxRate),
    taxReducedRate: rateOf(place.taxReducedRate),
  }
}

type GivenTerms = { [Term in 'fee' | 'minimum']?: DeliveryTerms[Term] | undefined }

/**
 * A form sends a pickup place's amounts back as loaded; any other amount is refused.
 * @throws Refusal 'invalid'
 */
export function checkTerms(
  kind: PlaceKind,
  given: GivenTerms,
  stored: DeliveryTerms = DEFAULT_TERMS,
): void {
  if (kind === 'delivery') return
  for (const term of ['fee', 'minimum'] as const)
    if ((given[term] ?? stored[term]) !== stored[term])
      throw new Refusal('invalid', 'Pickup is free and has no minimum.', { field: term })
}
