import { DEFAULT_TERMS, type DeliveryTerms } from '#contract/calendar/delivery.ts'
import type { DeskPlace, PlaceChange, PlaceDraft } from '#contract/calendar/places.ts'
import { formatDollars, toCents } from '#contract/money/money.ts'
import { freeSlug, slugOf } from '#contract/pages/slug.ts'
import type { CurrentValue } from '#contract/refusal.ts'
import { SEEDED_PLACES, SEEDED_ZONE } from '#contract/settings/seeded-facts.ts'
import { recordChange } from '#server/core/audit.ts'
import { type FieldLabel, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { PlaceKind } from '#server/db/tables/calendar.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import type { Shop } from '#server/shop.ts'
import { lockCalendar, type Place, readCalendar } from './calendar-queries.ts'
import { refused } from './day-room.ts'
import { applyChanges, compareDays } from './fill-days.ts'
import { raiseRevisions } from './raise-revisions.ts'
import { showPlace } from './show-calendar.ts'

type DbAndClock = Pick<Shop, 'db' | 'now'>

/** Adds a place after all others. @throws Refusal 'invalid' */
export function createPlace({ db, now }: DbAndClock, draft: PlaceDraft): Promise<DeskPlace> {
  const { kind, name, address, mapUrl, note, zips = null, daysAhead = 1 } = draft
  const { fee, minimum } = draft
  checkPlace({ kind, address: address ?? '', zips })
  checkTerms(kind, draft)
  return write(db, async (tx, emit) => {
    await lockCalendar(tx)
    const { places } = await readCalendar(tx)
    refuseSharedZips({ id: null, kind, zips }, places)
    const { id } = await tx
      .insertInto('places')
      .values({
        ...{ key: keyFor(draft, places), kind, name, address: address ?? '', map_url: mapUrl },
        ...{ note: note ?? '', zips: zips && JSON.stringify(zips), days_ahead: daysAhead },
        ...{ position: Math.max(0, ...places.map(({ position }) => position)) + 1 },
        ...{ fee_cents: fee, minimum_cents: minimum, retired_at: null },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // Delivery is open in the farm's own state from the first pickup place on, until ZIP codes are named.
    if (kind === 'pickup' && places.length === 0) await insertOpenZone(tx, 2)
    const after = await requirePlace(tx, id)
    const subject = `place:${id}` as const
    await recordChange(tx, { action: 'created', subject, before: null, after }, now())
    emit({ kind: 'days' })
    return after
  })
}

/** @throws Refusal 'invalid' */
function checkPlace({
  kind,
  address,
  zips,
}: Pick<Place, 'kind' | 'address'> & { zips: string[] | null }): void {
  if (kind === 'pickup' && address === '')
    throw refused('address', 'Please enter the address, so that buyers find it.')
  if (kind === 'pickup' && zips !== null)
    throw refused('zips', 'ZIP codes are for zones of delivery.')
  if (new Set(zips).size < (zips ?? []).length)
    throw refused('zips', 'Please write each ZIP code once.')
}

/** A form sends a pickup place's amounts as it loaded them. @throws Refusal 'invalid' for others */
function checkTerms(
  kind: PlaceKind,
  given: Pick<PlaceChange, 'fee' | 'minimum'>,
  { fee, minimum }: DeliveryTerms = DEFAULT_TERMS,
): void {
  if (kind === 'delivery') return
  const other = (given.fee ?? fee) !== fee ? 'fee' : 'minimum'
  if (other === 'fee' || (given.minimum ?? minimum) !== minimum)
    throw refused(other, 'Pickup is free and has no minimum.')
}

/** Delivery without ZIP codes, as a shop has it from its first pickup place on. */
export async function insertOpenZone(tx: Db, position: number): Promise<void> {
  const zone = { key: 'delivery', kind: 'delivery', name: SEEDED_ZONE } as const
  await tx
    .insertInto('places')
    .values({ ...zone, position })
    .execute()
}

const MAX_KEY = 40

/**
 * The one that is given; the first two pickup places get the specification's, so that its literal client buys there
 * (specification, section 5). @throws Refusal 'invalid'
 */
function keyFor({ key, kind, name }: PlaceDraft, places: readonly Place[]): string {
  const isTaken = (one: string) => places.some((place) => place.key === one)
  if (key && isTaken(key)) throw refused('key', 'Another place has this key already.')
  if (key) return key
  const specified = SEEDED_PLACES.find((place) => !isTaken(place.key))
  if (kind === 'pickup' && specified) return specified.key
  const taken = new Set(places.map(({ key }) => key.replaceAll('_', '-')))
  const slug = slugOf(name).slice(0, MAX_KEY).replace(/-$/, '') || 'place'
  return freeSlug(slug, taken).replaceAll('-', '_')
}

/**
 * Changes what is given of a place, or with `base` what differs from it. One that is given up keeps
 * its days with orders, and loses the others. @throws Refusal 'not-found', 'invalid',
 * 'changed-meanwhile'
 */
export function changePlace(
  { db, now }: DbAndClock,
  id: number,
  change: PlaceChange,
): Promise<DeskPlace> {
  refuseOtherId(change.id, id)
  return write(db, async (tx, emit) => {
    await lockCalendar(tx)
    const before = await requirePlace(tx, id)
    const changed = mergeFields(change, before)
    const terms = { fee: toCents(before.fee), minimum: toCents(before.minimum) }
    checkTerms(before.kind, changed, terms)
    const zips = changed.zips === undefined ? before.zips : splitZips(changed.zips)
    const { address = before.address, isRetired = before.isRetired } = changed
    if (changed.address !== undefined || changed.zips !== undefined)
      checkPlace({ kind: before.kind, address: address ?? '', zips })
    if (!isRetired)
      refuseSharedZips({ id, kind: before.kind, zips }, (await readCalendar(tx)).places)
    const { name = before.name } = changed
    if (name !== before.name || address !== before.address)
      await raiseRevisions(tx, { place_id: id }, now())
    await updatePlace(tx, id, { ...changed, zips }, now())
    if (changed.position !== undefined) await movePlace(tx, id, changed.position)
    if (isRetired !== before.isRetired) await applyChanges(tx, await compareDays(tx, now()))
    const after = await requirePlace(tx, id)
    await recordChange(tx, { action: 'changed', subject: `place:${id}`, before, after }, now())
    emit({ kind: 'days' })
    return after
  })
}

async function updatePlace(
  tx: Db,
  id: number,
  changed: Omit<Partial<Fields>, 'zips'> & { zips: string[] | null },
  now: Date,
): Promise<void> {
  const { name, address, mapUrl, note, zips, fee, minimum, daysAhead, isRetired } = changed
  await tx
    .updateTable('places')
    .set({
      name,
      address: address ?? undefined,
      map_url: mapUrl,
      note: note === null ? '' : note,
      zips: zips && JSON.stringify(zips),
      ...{ fee_cents: fee, minimum_cents: minimum },
      days_ahead: daysAhead,
      retired_at: isRetired === undefined ? undefined : isRetired ? now.toISOString() : null,
    })
    .where('id', '=', id)
    .execute()
}

/** Puts a place at a position among all, the first being 1, and numbers them anew. */
async function movePlace(tx: Db, id: number, position: number): Promise<void> {
  const others = (await readCalendar(tx)).places
    .map((place) => place.id)
    .filter((one) => one !== id)
  const ordered = others.toSpliced(position - 1, 0, id)
  for (const [index, one] of ordered.entries())
    await tx
      .updateTable('places')
      .set({ position: index + 1 })
      .where('id', '=', one)
      .execute()
}

async function requirePlace(tx: Db, id: number): Promise<DeskPlace> {
  const calendar = await readCalendar(tx)
  const place = calendar.places.find((one) => one.id === id)
  if (!place) throw new Refusal('not-found', `There is no place #${id}.`)
  return showPlace(place, calendar.rules)
}

/**
 * A ZIP code must lead to one zone; of one that lies within another, the longer one counts. @throws
 * Refusal 'invalid'
 */
function refuseSharedZips(
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

type Fields = Pick<
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
function mergeFields(change: PlaceChange, before: DeskPlace): Partial<Fields> {
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

function splitZips(text: string | null): string[] | null {
  return text === null ? null : text.split(SEPARATOR)
}
