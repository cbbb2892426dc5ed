import { DEFAULT_TERMS, type DeliveryTerms } from '#contract/calendar/delivery.ts'
import {
  type DeskPlace,
  PLACE_FIELDS,
  type PlaceChange,
  type PlaceDraft,
} from '#contract/calendar/places.ts'
import { freeSlug, slugOf } from '#contract/pages/slug.ts'
import { SEEDED_PLACES, SEEDED_ZONE } from '#contract/settings/seeded-facts.ts'
import { recordChange } from '#server/core/audit.ts'
import { labelsOf, mergeChange, refuseOtherId } from '#server/core/merge-change.ts'
import { invalidField, noSuch } from '#server/core/refusal.ts'
import { moveRow } from '#server/db/move-row.ts'
import type { PlaceKind } from '#server/db/tables.ts'
import { fromColumns, toColumns } from '#server/db/to-columns.ts'
import { type Db, write } from '#server/db/write.ts'
import type { DbAndClock } from '#server/shop.ts'
import { lockCalendar, PLACE_COLUMNS, type Place, readCalendar } from './calendar-queries.ts'
import { applyChanges, compareDays, RAISED, raiseRevisions } from './fill-days.ts'
import { showPlace } from './show-calendar.ts'

/** Puts the place last in the list. @throws Refusal 'invalid' */
export function createPlace({ db, now }: DbAndClock, draft: PlaceDraft): Promise<DeskPlace> {
  const { key: _, kind, zips = null, address, note, ...fields } = draft
  checkPlace({ kind, address: address ?? '', zips })
  checkTerms(kind, draft)
  return write(db, async (tx, emit) => {
    await lockCalendar(tx)
    const { places } = await readCalendar(tx)
    refuseSharedZips({ id: null, kind, zips }, places)
    const { id } = await tx
      .insertInto('places')
      .values({
        key: keyFor(draft, places),
        kind,
        address: address ?? '',
        note: note ?? '',
        ...toColumns(PLACE_COLUMNS, fields),
        zips: zips && JSON.stringify(zips),
        position: Math.max(0, ...places.map(({ position }) => position)) + 1,
        retired_at: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    // From the first pickup place, delivery covers the farm's US state until ZIP codes are named.
    if (kind === 'pickup' && places.length === 0) await insertOpenZone(tx, 2)
    const { shown: after } = await requirePlace(tx, id)
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
    throw invalidField('address', 'Enter the address so customers can find it.')
  if (kind === 'pickup' && zips !== null)
    throw invalidField('zips', 'ZIP codes are for zones of delivery.')
  if (new Set(zips).size < (zips ?? []).length)
    throw invalidField('zips', 'Please write each ZIP code once.')
}

export async function insertOpenZone(tx: Db, position: number): Promise<void> {
  const zone = { key: 'delivery', kind: 'delivery', name: SEEDED_ZONE } as const
  await tx
    .insertInto('places')
    .values({ ...zone, position })
    .execute()
}

const MAX_KEY = 40

/**
 * The given key. The first two pickup places get the specification's keys, so that its literal
 * client can buy there (specification, section 5).
 * @throws Refusal 'invalid'
 */
function keyFor({ key, kind, name }: PlaceDraft, places: readonly Place[]): string {
  const isTaken = (one: string) => places.some((place) => place.key === one)
  if (key && isTaken(key)) throw invalidField('key', 'Another place has this key already.')
  if (key) return key
  const specified = SEEDED_PLACES.find((place) => !isTaken(place.key))
  if (kind === 'pickup' && specified) return specified.key
  const taken = new Set(places.map(({ key }) => key.replaceAll('_', '-')))
  const slug = slugOf(name).slice(0, MAX_KEY).replace(/-$/, '') || 'place'
  return freeSlug(slug, taken).replaceAll('-', '_')
}

/**
 * With `base`, changes only what differs from it. A retired place keeps its days with orders and
 * loses the rest.
 * @throws Refusal 'not-found', 'invalid', 'changed-meanwhile'
 */
export function changePlace(
  { db, now }: DbAndClock,
  id: number,
  change: PlaceChange,
): Promise<DeskPlace> {
  const { id: claimed, base, key: _, kind: __, rules: ___, ...given } = change
  refuseOtherId(claimed, id)
  const fields = given.address === null ? { ...given, address: '' } : given
  return write(db, async (tx, emit) => {
    await lockCalendar(tx)
    const { row, shown: before } = await requirePlace(tx, id)
    const stored = { ...fromColumns(PLACE_COLUMNS, row), isRetired: row.retired_at !== null }
    const labels = labelsOf(PLACE_FIELDS)
    const changed = mergeChange(fields, { base, stored, shown: before, labels })
    checkTerms(before.kind, changed, stored)
    const { address = before.address, zips = before.zips, isRetired = before.isRetired } = changed
    if (changed.address !== undefined || changed.zips !== undefined)
      checkPlace({ kind: before.kind, address: address ?? '', zips })
    if (before.kind === 'delivery' && changed.paysAtPickup)
      throw invalidField('paysAtPickup', 'Deliveries are paid by card. Choose a pickup spot.')
    if (!isRetired)
      refuseSharedZips({ id, kind: before.kind, zips }, (await readCalendar(tx)).places)
    const { name = before.name } = changed
    if (name !== before.name || address !== before.address) {
      await raiseRevisions(tx, { place_id: id }, now())
      const days = tx.updateTable('market_days').set(RAISED).where('place_id', '=', id)
      await days.where('closes_at', '>', now().toISOString()).execute()
    }
    await updatePlace(tx, id, { zips: before.zips, ...changed }, now())
    const { position } = changed
    if (position !== undefined) await moveRow(tx, 'places', { id, position })
    if (isRetired !== before.isRetired) await applyChanges(tx, await compareDays(tx, now()))
    const { shown: after } = await requirePlace(tx, id)
    await recordChange(tx, { action: 'changed', subject: `place:${id}`, before, after }, now())
    emit({ kind: 'days' })
    return after
  })
}

async function updatePlace(
  tx: Db,
  id: number,
  { zips, address, note, isRetired, position: _, ...changed }: Partial<PlaceChange>,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('places')
    .set({
      ...toColumns(PLACE_COLUMNS, changed),
      address: address ?? undefined,
      note: note === null ? '' : note,
      zips: zips && JSON.stringify(zips),
      retired_at: isRetired === undefined ? undefined : isRetired ? now.toISOString() : null,
    })
    .where('id', '=', id)
    .execute()
}

async function requirePlace(tx: Db, id: number) {
  const { places, rules } = await readCalendar(tx)
  const row = places.find((one) => one.id === id) ?? noSuch(`place #${id}`)
  return { row, shown: showPlace(row, rules) }
}

/** Of nested prefixes, the longer wins. @throws Refusal 'invalid' if two zones share a ZIP code */
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
      throw invalidField('zips', `${other.name} already covers everywhere. Enter ZIP codes.`)
    const shared = zips?.find((zip) => other.zips?.includes(zip))
    if (shared !== undefined) throw invalidField('zips', `${shared} is in ${other.name} already.`)
  }
}

/** A form must send a pickup place's amounts back as loaded. @throws Refusal 'invalid' if not */
function checkTerms(
  kind: PlaceKind,
  given: Pick<PlaceChange, 'fee' | 'minimum'>,
  stored: DeliveryTerms = DEFAULT_TERMS,
): void {
  if (kind === 'delivery') return
  for (const term of ['fee', 'minimum'] as const)
    if ((given[term] ?? stored[term]) !== stored[term])
      throw invalidField(term, 'Pickup is free and has no minimum.')
}
