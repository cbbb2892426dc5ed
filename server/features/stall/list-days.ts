import { STALL_READS } from '#contract/stall.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'

const HOUR = 60 * 60_000

/** The market days a phone may read now: from the day before until the evening after. */
export async function listStallDays(db: Db, at: Date) {
  const instant = (hours: number) => new Date(at.getTime() + hours * HOUR).toISOString()
  return await db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id', 'market_days.day', 'places.name as placeName'])
    .select(['market_days.opens_at as opensAt', 'market_days.closes_at as closesAt'])
    .where('places.kind', '=', 'pickup')
    .where('market_days.state', '=', 'open')
    .where('market_days.opens_at', '<=', instant(STALL_READS.before))
    .where('market_days.closes_at', '>=', instant(-STALL_READS.after))
    .orderBy('market_days.opens_at')
    .orderBy('places.position')
    .execute()
}

export type StallDayRow = Awaited<ReturnType<typeof listStallDays>>[number]

/** @throws Refusal 'not-found' for a day that no phone may read now */
export async function requireStallDay(db: Db, id: number, at: Date): Promise<StallDayRow> {
  const day = (await listStallDays(db, at)).find((one) => one.id === id)
  if (day) return day
  const message = 'A market day can be loaded from the day before until the evening after.'
  throw new Refusal('not-found', message)
}
