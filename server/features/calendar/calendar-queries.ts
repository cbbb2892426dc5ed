import { type RawBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import {
  DEFAULT_TERMS,
  type DeliveryTerms,
  FREE_TERMS,
  findZone,
} from '#contract/calendar/delivery.ts'
import type { DeskPlace, PLACE_FIELDS } from '#contract/calendar/places.ts'
import { stateOfAddress, US_STATES } from '#contract/calendar/us-states.ts'
import { stateOfZip } from '#contract/calendar/zip-code.ts'
import { toDollars } from '#contract/money/money.ts'
import type { OrderData } from '#contract/orders/orders.ts'
import { seededPlace } from '#contract/settings/seeded-facts.ts'
import { settingValue } from '#contract/settings/setting-table.ts'
import type { Setting } from '#contract/settings/settings.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { PlaceKind, Tables } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { readSettings } from '#server/features/settings/read-setting.ts'

export type Place = Selectable<Tables['places']>
export type DayRule = Selectable<Tables['day_rules']>
export type Closure = Selectable<Tables['closures']>
export type Zone = Pick<Place, 'key' | 'name' | 'zips'>
export type MarketDay = Selectable<Tables['market_days']>
export type StoredDay = MarketDay & { orders: number }

export type OpenDay = Pick<MarketDay, 'id' | 'day' | 'order_until' | 'capacity' | 'taken'>

export type PlaceWithDays = {
  place: Pick<Place, 'id' | 'key' | 'name' | 'kind' | 'retired_at'>
  days: OpenDay[]
  daysAhead: number
  pause: string | null
}

export type Calendar = { places: Place[]; rules: DayRule[]; closures: Closure[] }

export async function readCalendar(db: Db): Promise<Calendar> {
  return {
    places: await db.selectFrom('places').selectAll().orderBy('position').orderBy('id').execute(),
    rules: await db.selectFrom('day_rules').selectAll().orderBy('id').execute(),
    closures: await db.selectFrom('closures').selectAll().orderBy('id').execute(),
  }
}

/** Serializes calendar changes until the transaction ends. */
export async function lockCalendar(tx: Db): Promise<void> {
  await tx.selectFrom('places').select('id').orderBy('id').forUpdate().execute()
}

export async function listStoredDays(db: Db, from: string): Promise<StoredDay[]> {
  const rows = await db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .selectAll('market_days')
    .select((row) =>
      row
        .selectFrom('orders')
        .select((order) => order.fn.countAll<number>().as('orders'))
        .whereRef('orders.market_day_id', '=', 'market_days.id')
        .where('orders.status', '!=', 'cancelled')
        .as('orders'),
    )
    .where('day', '>=', from)
    .orderBy('day')
    .orderBy('places.position')
    .orderBy('places.id')
    .execute()
  return rows.map((row) => ({ ...row, orders: row.orders ?? 0 }))
}

export async function listZones(db: Db): Promise<Place[]> {
  return db
    .selectFrom('places')
    .selectAll()
    .where('kind', '=', 'delivery')
    .where('retired_at', 'is', null)
    .orderBy('position')
    .execute()
}

/** `state` is null when the farm's address doesn't name one. */
type FarmReach = { state: string | null; phone: string }

export async function readFarmReach(db: Db): Promise<FarmReach> {
  return farmReachOf(await readSettings(db))
}

export function farmReachOf(settings: readonly Setting[]): FarmReach {
  return {
    state: stateOfAddress(settingValue(settings, 'business_address')),
    phone: settingValue(settings, 'contact_phone').trim(),
  }
}

/** `state` counts only when the ZIP code doesn't settle it. */
type DeliverTo = { zipCode: string; state?: string | undefined }

/**
 * The longest matching prefix, else a zone without ZIP codes, which covers the farm's own state.
 * @throws Refusal 'delivery-not-here'
 */
export function zoneOf<Some extends Zone>(
  zones: readonly Some[],
  { zipCode, state }: DeliverTo,
  farm: FarmReach,
): Some {
  const best = findZone(zones, zipCode)
  const to = stateOfZip(zipCode) ?? state
  if (best && (best.zips !== null || !farm.state || !to || to === farm.state)) return best
  const covered = zones.flatMap(({ zips }) => zips ?? [])
  const where = best ? `only in ${US_STATES[farm.state ?? '']}` : `to ${formatZips(covered)}`
  const isNowhere = !best && covered.length === 0
  throw new Refusal(
    'delivery-not-here',
    `${isNowhere ? 'We’re not delivering right now' : `We deliver ${where}`}. Please choose pickup${farm.phone && `, or call ${farm.phone}`}.`,
    { field: 'orderData.shippingAddress.zipCode' },
  )
}

function formatZips(zips: readonly string[]): string {
  const begun = zips.filter(({ length }) => length < 5)
  const ways = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(begun)
  const others = begun.length > 0 ? [`ZIP codes that begin with ${ways}`] : []
  return new Intl.ListFormat('en-US').format([
    ...zips.filter(({ length }) => length === 5),
    ...others,
  ])
}

/** A zone's fee and minimum now. An address outside all zones is refused when its day is chosen. */
export async function readTerms(
  db: Db,
  {
    deliveryMethod,
    shippingAddress,
    addTo,
  }: Pick<OrderData, 'deliveryMethod' | 'shippingAddress' | 'addTo'>,
): Promise<DeliveryTerms> {
  if (addTo !== undefined) return FREE_TERMS
  if (deliveryMethod === 'pickup') return DEFAULT_TERMS
  const zone = findZone(await listZones(db), shippingAddress?.zipCode ?? '')
  return zone ? termsOf(zone) : DEFAULT_TERMS
}

/** Null for an unknown place; the specification's two and `delivery` need no query. */
export async function findKindOfPlace(db: Db, key: string): Promise<PlaceKind | null> {
  if (key === 'delivery') return 'delivery'
  if (seededPlace(key)) return 'pickup'
  const place = db.selectFrom('places').select('kind').where('key', '=', key)
  return (await place.executeTakeFirst())?.kind ?? null
}

export type PlaceInUse = Place & { hasDays: boolean }

export async function readPlaces(db: Db, at: Date): Promise<PlaceInUse[]> {
  const places = await db
    .selectFrom('places')
    .selectAll()
    .select(hasDays(at).as('hasDays'))
    .where('retired_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return places.map((place) => ({ ...place, hasDays: Boolean(place.hasDays) }))
}

/** Whether a place takes orders by day: it has rules, or a day to come. SQLite returns 0 or 1. */
export function hasDays(at: Date): RawBuilder<SqlBool> {
  return sql`(exists (select 1 from day_rules where day_rules.place_id = places.id)
    or exists (select 1 from market_days as own
      where own.place_id = places.id and own.closes_at > ${at.toISOString()}))`
}

export async function listDaysToCome(db: Db, at: Date): Promise<MarketDay[]> {
  return db
    .selectFrom('market_days')
    .selectAll()
    .where('closes_at', '>', at.toISOString())
    .orderBy('day')
    .execute()
}

/** The farmer's message while orders are paused; null otherwise. `at`: an instant in ISO 8601. */
export function pauseMessage(at: string): RawBuilder<string | null> {
  return sql<string | null>`(select message from closures
    where until_day is null and place_id is null
      and (resumes_at is null or resumes_at > ${at})
    limit 1)`
}

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
} as const satisfies Record<Exclude<keyof typeof PLACE_FIELDS, 'isRetired'>, keyof Tables['places']>

type TermColumns = Pick<Selectable<Tables['places']>, 'fee_cents' | 'minimum_cents'>

export function termsOf({ fee_cents: fee, minimum_cents: minimum }: TermColumns): DeliveryTerms {
  return { fee, minimum }
}

export function showTerms(row: TermColumns): Pick<DeskPlace, 'fee' | 'minimum'> {
  return { fee: toDollars(row.fee_cents), minimum: toDollars(row.minimum_cents) }
}
