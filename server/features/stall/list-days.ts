import { STALL_READS } from '#contract/market/stall.ts'
import { HOUR } from '#contract/time/durations.ts'
import type { Person } from '#server/core/caller.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'

type Role = Person['role']

export async function listStallDays(db: Db, role: Role, at: Date) {
  const instant = (hours: number) => new Date(at.getTime() + hours * HOUR).toISOString()
  return await db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id', 'market_days.day', 'places.name as placeName', 'places.kind'])
    .select(['market_days.opens_at as opensAt', 'market_days.closes_at as closesAt'])
    .where('market_days.state', '=', 'open')
    .where('market_days.opens_at', '<=', instant(STALL_READS.before))
    .where('market_days.closes_at', '>=', instant(-STALL_READS.after[role]))
    .orderBy('market_days.day')
    .orderBy('places.position')
    .execute()
}

export type StallDayRow = Awaited<ReturnType<typeof listStallDays>>[number]

/** With everything on its date. @throws Refusal 'not-found' if this phone may not read it now */
export async function requireStallDay(
  db: Db,
  { id, role }: { id: number; role: Role },
  at: Date,
): Promise<{ day: StallDayRow; places: StallDayRow[] }> {
  const days = await listStallDays(db, role, at)
  const day = days.find((one) => one.id === id)
  if (day) return { day, places: days.filter((one) => one.day === day.day) }
  const until =
    role === 'farmer' ? 'two weeks after' : `${STALL_READS.after.helper} hours after it closes`
  throw new Refusal('not-found', `A market day can be loaded from a week before until ${until}.`)
}
