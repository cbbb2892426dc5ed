import { sql } from 'kysely'
import type { OrderData } from '#contract/orders/orders.ts'
import type { ActionOn } from '#contract/people/history.ts'
import type { Change, States } from '#server/core/audit.ts'
import { noSuch, Refusal } from '#server/core/refusal.ts'
import { prepared } from '#server/db/prepared.ts'
import type { QuotedDay } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import {
  findKindOfPlace,
  hasDays,
  listZones,
  type MarketDay,
  type OpenDay,
  type Place,
  type PlaceWithDays,
  pauseMessage,
  readFarmReach,
  zoneOf,
} from './calendar-queries.ts'
import { findOutOfSeason, findShortDays, type LimitedLine, soldOutForDay } from './day-limits.ts'
import { noSuchDay, noSuchPlace, placeClosed } from './day-room.ts'
import { findOpenings } from './plan-days.ts'

export type DayWithPlace = MarketDay & { place: Place }

export async function listDaysWithPlaces(db: Db, ids: readonly number[]): Promise<DayWithPlace[]> {
  if (ids.length === 0) return []
  const days = await db.selectFrom('market_days').selectAll().where('id', 'in', ids).execute()
  const placeIds = days.map(({ place_id }) => place_id)
  const places = await db.selectFrom('places').selectAll().where('id', 'in', placeIds).execute()
  return days.flatMap((day) => {
    const place = places.find(({ id }) => id === day.place_id)
    return place ? [{ ...day, place }] : []
  })
}

export async function findDay(db: Db, id: number): Promise<DayWithPlace | null> {
  const [day] = await listDaysWithPlaces(db, [id])
  return day ?? null
}

/** @throws Refusal 'not-found' */
export async function requireDay(db: Db, id: number): Promise<DayWithPlace> {
  return (await findDay(db, id)) ?? noSuch('such market day')
}

export function listDaysOn(db: Db, day: string) {
  return db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id', 'places.kind'])
    .where('market_days.day', '=', day)
    .orderBy('market_days.id')
    .execute()
}

export type DayRequest = Pick<
  OrderData,
  'deliveryMethod' | 'pickupLocation' | 'shippingAddress' | 'day'
>

export function quotedDay(
  day: Pick<OpenDay, 'id' | 'day' | 'order_until'> | null,
): QuotedDay | null {
  return day && { id: day.id, day: day.day, orderUntil: day.order_until }
}

type ChosenDay = {
  placeKey: string
  /** Null for a delivery without a day of its own. */
  marketDay: Pick<OpenDay, 'id' | 'day' | 'order_until'> | null
}

export const PAUSED = 'We’re not taking orders right now. Please come back soon.'

/** @throws Refusal 'paused' while the farmer takes no orders at all */
export function checkNotPaused(pause: string | null): void {
  if (pause !== null) throw new Refusal('paused', pause || PAUSED)
}

export type DayOptions = {
  passed?: readonly number[]
  /** The market day where this buyer already has a box, so no more room is needed. */
  joins?: number | null
  /** Payment has begun: pauses, closed places and the ordering window no longer matter. */
  isBegun?: boolean
  lines?: readonly LimitedLine[]
}

/** Runs before every other check. @throws Refusal 'invalid' for an unknown key */
export async function checkPlace(db: Db, { pickupLocation }: DayRequest): Promise<void> {
  if (!pickupLocation) return
  if ((await findKindOfPlace(db, pickupLocation)) !== 'pickup') throw await noSuchPlace(db)
}

/**
 * The market day for an order begun at an instant: the one it names, or its place's earliest with
 * enough room and stock and everything in season.
 * @throws Refusal 'paused', 'place-closed', 'day-closed', 'day-full', 'sold-out',
 * 'delivery-not-here', 'invalid'
 */
export async function chooseDay(
  db: Db,
  request: DayRequest,
  at: Date,
  { passed = [], joins, isBegun = false, lines = [] }: DayOptions = {},
): Promise<ChosenDay> {
  const { place, days: all, daysAhead, pause } = await findPlace(db, request, at)
  if (!isBegun) checkNotPaused(pause)
  if (place.retired_at !== null && !isBegun) throw await placeClosed(db, place)
  // Don't assign a day months away just because the season starts then.
  const isAnyDay = joins !== undefined || (isBegun && !lines.some(({ season }) => season))
  const days = isAnyDay ? all : withinReach(all, daysAhead)
  const named = request.day ?? null
  const withRoom = days.filter(
    (day) => (hasRoom(day) || day.id === joins) && !passed.includes(day.id),
  )
  const short = await findShortDays(db, withRoom, lines)
  const able = withRoom.filter(({ id }) => !short.has(id))
  const marketDay = named ? able.find(({ day }) => day === named) : able[0]
  if (marketDay) return { placeKey: place.key, marketDay }
  const lacking = withRoom.find(({ day }) => named === null || day === named)
  const line = lacking && short.get(lacking.id)
  if (line) throw soldOutForDay(line, lacking, able[0])
  const isWithoutDays = async () => all.length === 0 && !(await isOnDays(db, place.id, at))
  if (named === null && place.kind === 'delivery' && (await isWithoutDays())) {
    await requireInSeason(db, lines, at)
    return { placeKey: place.key, marketDay: null }
  }
  const openings = await findOpenings(db, days.length === 0 ? [place.id] : [], at)
  throw noSuchDay({ place, days, withRoom, named, opensAgain: openings.get(place.id) ?? null })
}

/** @throws Refusal 'sold-out' for anything out of season today */
async function requireInSeason(db: Db, lines: readonly LimitedLine[], at: Date): Promise<void> {
  if (!lines.some(({ season }) => season)) return
  const day = await readToday(db, at)
  const line = findOutOfSeason(lines, day)
  if (line) throw soldOutForDay(line, { day })
}

async function isOnDays(db: Db, placeId: number, at: Date): Promise<boolean> {
  const place = db.selectFrom('places').select('id').where('id', '=', placeId)
  return (await place.where(hasDays(at)).executeTakeFirst()) !== undefined
}

export function hasRoom({ capacity, taken }: Pick<OpenDay, 'capacity' | 'taken'>): boolean {
  return capacity === null || taken < capacity
}

async function findPlace(db: Db, request: DayRequest, at: Date): Promise<PlaceWithDays> {
  const isPickup = request.deliveryMethod === 'pickup'
  const kind = isPickup ? 'pickup' : 'delivery'
  const key = isPickup
    ? request.pickupLocation
    : zoneOf(
        await listZones(db),
        request.shippingAddress ?? { zipCode: '' },
        await readFarmReach(db),
      ).key
  if (key === null) throw await noSuchPlace(db)
  const { rows } = await selectPlace(db, { key, kind, at: at.toISOString() })
  const [first] = rows
  if (!first) throw await noSuchPlace(db)
  const { place_id: id, name, retired_at, days_ahead: daysAhead, pause } = first
  const days = rows.flatMap(({ id, day, order_until, capacity, taken }) =>
    id === null || day === null || order_until === null
      ? []
      : [{ id, day, order_until, capacity, taken: taken ?? 0 }],
  )
  return { place: { id, key, name, kind, retired_at }, days, daysAhead, pause }
}

const selectPlace = prepared(
  (db, { key, kind, at }: { key: string; kind: 'pickup' | 'delivery'; at: string }) =>
    db
      .selectFrom('places')
      .leftJoin('market_days', (join) =>
        join
          .onRef('market_days.place_id', '=', 'places.id')
          // As a bound parameter, this makes SQLite replan every time because of a partial index.
          .on('market_days.state', '=', sql.lit('open' as const))
          .on('market_days.order_until', '>', at),
      )
      .select(['places.id as place_id', 'places.name', 'places.retired_at', 'places.days_ahead'])
      .select(['market_days.id', 'market_days.day', 'market_days.order_until'])
      .select(['market_days.capacity', 'market_days.taken'])
      .select(pauseMessage(at).as('pause'))
      .where('places.key', '=', key)
      .where('places.kind', '=', kind)
      .orderBy('market_days.day'),
)

/** The days buyers can choose from; full ones don't count toward `daysAhead`. */
export function withinReach<Day extends Pick<OpenDay, 'capacity' | 'taken'>>(
  days: readonly Day[],
  daysAhead: number,
): Day[] {
  let left = daysAhead
  return days.filter((day) => {
    if (left === 0) return false
    if (hasRoom(day)) left--
    return true
  })
}

export async function refusalOfDays(
  db: Db,
  request: DayRequest,
  at: Date,
  look: Omit<DayOptions, 'isBegun'>,
): Promise<Refusal> {
  try {
    await chooseDay(db, request, at, { ...look, isBegun: true })
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
  return new Refusal('day-full', 'These days just filled up. Please choose another day.', {
    field: 'orderData.day',
  })
}

export function subjectOfDay(id: number) {
  return `day:${id}` as const
}

export function changeOfDay(
  { id, day, place }: DayWithPlace,
  { action, before, after }: { action: ActionOn<'day'> } & States,
): Change {
  const named = { ...after, day, place: place.name }
  return { action, subject: subjectOfDay(id), before, after: named }
}

export function nameItsPlace({ before, after, ...change }: Change, places: readonly Place[]) {
  const named = (state: object | null = null) => {
    if (state === null || !('placeId' in state)) return state
    return { ...state, place: places.find(({ id }) => id === state.placeId)?.name ?? null }
  }
  return { ...change, before: named(before), after: named(after) }
}
