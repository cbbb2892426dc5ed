import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import type { MarketDay, Place } from './calendar-queries.ts'

export type DayWithPlace = MarketDay & { place: Place }

export async function findDay(db: Db, id: number): Promise<DayWithPlace | null> {
  const day = await db.selectFrom('market_days').selectAll().where('id', '=', id).executeTakeFirst()
  if (!day) return null
  const place = await db
    .selectFrom('places')
    .selectAll()
    .where('id', '=', day.place_id)
    .executeTakeFirstOrThrow()
  return { ...day, place }
}

/** @throws Refusal 'not-found' */
export async function requireDay(db: Db, id: number): Promise<DayWithPlace> {
  const day = await findDay(db, id)
  if (!day) throw new Refusal('not-found', 'There is no such market day.')
  return day
}
