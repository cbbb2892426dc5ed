import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import type { MarketDay, Place } from './calendar-queries.ts'

export type DayWithPlace = MarketDay & { place: Place }

export async function listDaysWithPlaces(db: Db, ids: readonly number[]): Promise<DayWithPlace[]> {
  if (ids.length === 0) return []
  const days = await db.selectFrom('market_days').selectAll().where('id', 'in', ids).execute()
  const placeIds = days.map(({ place_id }) => place_id)
  if (placeIds.length === 0) return []
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
  const day = await findDay(db, id)
  if (!day) throw new Refusal('not-found', 'There is no such market day.')
  return day
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
