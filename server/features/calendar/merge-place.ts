import type { DeskPlace, PlaceChange } from '#contract/calendar/places.ts'
import { formatDollars, toCents } from '#contract/money/money.ts'
import type { CurrentValue } from '#contract/refusal.ts'
import { type FieldLabel, mergeChange } from '#server/core/merge-change.ts'

const formatAmount = (amount: CurrentValue) => formatDollars(toCents(Number(amount)))

const PLACE_LABELS: Record<string, FieldLabel> = {
  name: { name: 'name' },
  address: { name: 'address' },
  mapUrl: { name: 'map link' },
  note: { name: 'note for pickup' },
  zips: { name: 'list of ZIP codes' },
  fee: { name: 'delivery fee', format: formatAmount },
  minimum: { name: 'minimum', format: formatAmount },
  daysAhead: { name: 'number of days buyers can choose from' },
  position: { name: 'position' },
  isRetired: { name: 'place', format: (isRetired) => (isRetired ? 'given up' : 'in use') },
}

export type Fields = Pick<
  PlaceChange,
  | 'name'
  | 'address'
  | 'mapUrl'
  | 'note'
  | 'fee'
  | 'minimum'
  | 'daysAhead'
  | 'position'
  | 'isRetired'
> & { zips?: string | null | undefined }

/** What a change really changes; the ZIP codes as one text. @throws Refusal 'changed-meanwhile' */
export function mergeFields(change: PlaceChange, before: DeskPlace): Partial<Fields> {
  const { base, name, mapUrl, note, fee, minimum, daysAhead, position, isRetired } = change
  const address = change.address === null ? '' : change.address
  const zips = joinZips(change.zips)
  const terms = { fee, minimum }
  const fields: Fields = {
    name,
    address,
    mapUrl,
    note,
    zips,
    ...terms,
    daysAhead,
    position,
    isRetired,
  }
  return mergeChange(fields, {
    base: base && { ...base, zips: joinZips(base.zips) },
    stored: {
      ...before,
      zips: joinZips(before.zips),
      fee: toCents(before.fee),
      minimum: toCents(before.minimum),
    },
    shown: { ...before, zips: joinZips(before.zips) },
    labels: PLACE_LABELS,
  })
}

const SEPARATOR = ', '

function joinZips(zips: string[] | null | undefined): string | null | undefined {
  return zips ? zips.join(SEPARATOR) : zips
}

export function splitZips(text: string | null): string[] | null {
  return text === null ? null : text.split(SEPARATOR)
}
