import { sql } from 'kysely'
import type { OutputOf } from '#contract/endpoint.ts'
import type { packing } from '#contract/packing/packing.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import type { Db } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import { countWithoutDay, NO_LONGER_TO_PACK } from './list-scope.ts'

/** How many past days, and coming days without orders, lists are offered for. */
const DAYS_BACK = 14
const DAYS_AHEAD = 8

export async function listDaysWithLists(db: Db, at: Date): Promise<OutputOf<typeof packing.days>> {
  const today = farmDayOf(at.toISOString(), await readTimeZone(db))
  const from = today.subtract({ days: DAYS_BACK }).toString()
  const [first, last] = [today.toString(), today.add({ days: DAYS_AHEAD }).toString()]
  const rows = await listCounts(db, from)
  const shown = rows.filter(({ day, orders }) => orders > 0 || (day >= first && day <= last))
  return {
    today: first,
    days: [...Map.groupBy(shown, ({ day }) => day)].map(([day, places]) => ({
      day,
      places: places.map(({ day: _, ...place }) => place),
    })),
    withoutDay: await countWithoutDay(db),
  }
}

async function listCounts(db: Db, from: string) {
  const days = await db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id', 'market_days.day', 'places.key', 'places.name'])
    .where('market_days.day', '>=', from)
    .orderBy('market_days.day')
    .orderBy('places.position')
    .execute()
  const counts = await countOrders(
    db,
    days.map(({ id }) => id),
  )
  return days.map(({ id, ...day }) => ({ ...day, ...(counts.get(id) ?? NO_ORDERS) }))
}

export const NO_ORDERS = { orders: 0, packed: 0, collected: 0 }

export async function countOrders(
  db: Db,
  marketDayIds: readonly number[],
): Promise<Map<number | null, typeof NO_ORDERS>> {
  if (marketDayIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('orders')
    .select((row) => [
      'market_day_id',
      row.fn.countAll<number>().as('orders'),
      sql<number>`count(case when ${NO_LONGER_TO_PACK} or packed_at is not null then 1 end)`.as(
        'packed',
      ),
      row.fn.count<number>('collected_at').as('collected'),
    ])
    .where('market_day_id', 'in', marketDayIds)
    .where('status', '!=', 'cancelled')
    .groupBy('market_day_id')
    .execute()
  return new Map(
    rows.map(({ market_day_id, orders, packed, collected }) => [
      market_day_id,
      { orders: Number(orders), packed: Number(packed), collected: Number(collected) },
    ]),
  )
}
