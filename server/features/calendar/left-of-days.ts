import { sql } from 'kysely'
import { isInSeason, type Season } from '#contract/time/season.ts'
import type { Db } from '#server/db/write.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import { hasDays, type OpenDay } from './calendar-queries.ts'
import { hasRoom, withinReach } from './choose-day.ts'
import { listSeasons } from './day-room.ts'

/** `off`: the season of a product that is out of season on every day buyers can choose. */
type LeftOfDays = { units: number; off: Season | null }

/**
 * The most units of limited and seasonal products that one order can get on any day open to buyers.
 * A product without a limit on one of those days is left out. With no day to order for, nothing is
 * limited and seasons go by today, as for deliveries without days.
 */
export async function leftOfDays(
  db: Db,
  productIds: readonly number[],
  at: Date,
): Promise<Map<number, LeftOfDays>> {
  const left = new Map<number, LeftOfDays>()
  if (productIds.length === 0) return left
  const days = await listChoosable(db, at)
  const seasons = await listSeasons(db, productIds)
  for (const [id, units] of await leftOn(db, days, productIds)) left.set(id, { units, off: null })
  if (seasons.size === 0) return left
  const isToday = days.length === 0 || (await isDeliveredWithoutDay(db, at))
  const today = isToday ? await readToday(db, at) : null
  for (const [id, season] of seasons) {
    const inSeason = days.filter(({ day }) => isInSeason(day, season))
    const isPart = inSeason.length < days.length
    const units = isPart ? (await leftOn(db, inSeason, [id])).get(id) : undefined
    if (inSeason.length > 0) {
      if (units !== undefined) left.set(id, { units, off: null })
    } else if (today !== null && isInSeason(today, season)) left.delete(id)
    else left.set(id, { units: 0, off: season })
  }
  return left
}

async function isDeliveredWithoutDay(db: Db, at: Date): Promise<boolean> {
  const zones = db.selectFrom('places').select('id').where('kind', '=', 'delivery')
  const open = zones.where('retired_at', 'is', null).where((row) => row.not(hasDays(at)))
  return (await open.limit(1).executeTakeFirst()) !== undefined
}

/** The most units of a product on one of these days, if each of them has a limit for it. */
async function leftOn(db: Db, days: readonly OpenDay[], productIds: readonly number[]) {
  if (days.length === 0) return new Map<number, number>()
  const rows = await db
    .selectFrom('day_limits')
    .select(['product_id', sql<number>`max(most - taken)`.as('left')])
    .where('market_day_id', 'in', idsOf(days))
    .where('product_id', 'in', productIds)
    .groupBy('product_id')
    .having((row) => row.fn.countAll<number>(), '=', days.length)
    .execute()
  return new Map(rows.map(({ product_id, left }) => [product_id, Math.max(0, left)]))
}

async function listChoosable(db: Db, at: Date): Promise<OpenDay[]> {
  const rows = await db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id', 'market_days.day', 'order_until', 'capacity', 'taken'])
    .select(['place_id', 'days_ahead'])
    .where('state', '=', sql.lit('open' as const))
    .where('order_until', '>', at.toISOString())
    .where('places.retired_at', 'is', null)
    .orderBy('market_days.day')
    .execute()
  const ofPlaces = [...Map.groupBy(rows, ({ place_id }) => place_id).values()]
  return ofPlaces.flatMap((days) => withinReach(days, days[0]?.days_ahead ?? 0).filter(hasRoom))
}

export async function listOutOfDays(db: Db, at: Date): Promise<number[]> {
  const limited = await listLimitedIds(db)
  const left = await leftOfDays(db, limited, at)
  return limited.filter((id) => left.get(id)?.units === 0)
}

export async function listLimitedIds(db: Db): Promise<number[]> {
  const rows = db.selectFrom('products').select('id').where('day_limited', '=', true)
  return idsOf(await rows.where('archived_at', 'is', null).execute())
}

function idsOf(rows: readonly { id: number | null }[]): number[] {
  return rows.flatMap(({ id }) => id ?? [])
}
