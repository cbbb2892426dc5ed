import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import type { OpenDay } from './calendar-queries.ts'
import { hasRoom, withinReach } from './choose-day.ts'

/**
 * How many units of limited products one order can get: the most that any day gives which buyers
 * may choose. A product is absent where such a day takes any number of it, or where there is no day
 * to order for.
 */
export async function leftOfDays(
  db: Db,
  productIds: readonly number[],
  at: Date,
): Promise<Map<number, number>> {
  const left = new Map<number, number>()
  if (productIds.length === 0) return left
  const dayIds = idsOf(await listChoosable(db, at))
  if (dayIds.length === 0) return left
  const rows = await db
    .selectFrom('day_limits')
    .select(['product_id', sql<number>`max(most - taken)`.as('left')])
    .select((row) => row.fn.countAll<number>().as('days'))
    .where('market_day_id', 'in', dayIds)
    .where('product_id', 'in', productIds)
    .groupBy('product_id')
    .execute()
  for (const row of rows)
    if (Number(row.days) === dayIds.length) left.set(row.product_id, Math.max(0, Number(row.left)))
  return left
}

/** The days that buyers may choose now, those of delivery too. */
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

/** The products of which no day that buyers may choose has any left, whatever is in stock. */
export async function listOutOfDays(db: Db, at: Date): Promise<number[]> {
  const limited = await listLimitedIds(db)
  const left = await leftOfDays(db, limited, at)
  return limited.filter((id) => left.get(id) === 0)
}

/** The products of which days take at most so many. */
export async function listLimitedIds(db: Db): Promise<number[]> {
  const rows = db.selectFrom('products').select('id').where('day_limited', '=', true)
  return idsOf(await rows.where('archived_at', 'is', null).execute())
}

function idsOf(rows: readonly { id: number }[]): number[] {
  return rows.map(({ id }) => id)
}
