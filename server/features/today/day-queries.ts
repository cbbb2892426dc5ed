import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { NO_LONGER_TO_PACK } from '#server/features/packing/list-scope.ts'
import type { PlaceFacts } from './week-step.ts'

/** From a day on, the first that has orders, or the first one at all. */
export async function findNextDay(db: Db, from: string): Promise<string | null> {
  const coming = db
    .selectFrom('market_days')
    .select('day')
    .where('day', '>=', from)
    .where('state', '=', 'open')
    .orderBy('day')
    .limit(1)
  const ordered = await coming
    .where(
      sql<boolean>`exists (select 1 from orders
        where orders.market_day_id = market_days.id and orders.status <> 'cancelled')`,
    )
    .executeTakeFirst()
  return (ordered ?? (await coming.executeTakeFirst()))?.day ?? null
}

const IS_PACKED = sql`(${NO_LONGER_TO_PACK} or orders.packed_at is not null)`

export type PlaceOnDay = PlaceFacts & { day: string }

/** What takes place between two days, the first to open first. */
export async function listPlacesOn(
  db: Db,
  { from, until }: { from: string; until: string },
): Promise<PlaceOnDay[]> {
  const days = await db
    .selectFrom('market_days')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.id as marketDayId', 'market_days.day', 'places.kind', 'places.name'])
    .select(['opens', 'closes', 'opens_at as opensAt', 'closes_at as closesAt'])
    .select('order_until as orderUntil')
    .where('market_days.day', '>=', from)
    .where('market_days.day', '<=', until)
    .where('state', '=', 'open')
    .orderBy('opens_at')
    .orderBy('places.position')
    .orderBy('places.id')
    .execute()
  const ids = days.map(({ marketDayId }) => marketDayId)
  if (ids.length === 0) return []
  const counts = await countOrders(db, ids)
  const cash = await listDaysWith(db, ids)
  return days.map((day) => {
    const own = counts.find(({ market_day_id }) => market_day_id === day.marketDayId)
    return {
      ...day,
      orders: Number(own?.orders ?? 0),
      packed: Number(own?.packed ?? 0),
      handedOver: Number(own?.handedOver ?? 0),
      boxes: Number(own?.boxes ?? 0),
      boxesHandedOver: Number(own?.boxesHandedOver ?? 0),
      isPrinted: cash.prints.has(day.marketDayId),
      hasCash: cash.cash.has(day.marketDayId),
      isCounted: cash.counts.has(day.marketDayId),
    }
  })
}

function countOrders(db: Db, ids: readonly number[]) {
  return db
    .selectFrom('orders')
    .select((row) => [
      'market_day_id',
      row.fn.countAll<number>().as('orders'),
      sql<number>`count(case when ${IS_PACKED} then 1 end)`.as('packed'),
      sql<number>`count(case when ${NO_LONGER_TO_PACK} then 1 end)`.as('handedOver'),
      row.fn.sum<number>('boxes').as('boxes'),
      sql<number>`coalesce(sum(case when ${NO_LONGER_TO_PACK} then boxes end), 0)`.as(
        'boxesHandedOver',
      ),
    ])
    .where('market_day_id', 'in', ids)
    .where('status', '!=', 'cancelled')
    .groupBy('market_day_id')
    .execute()
}

async function listDaysWith(db: Db, ids: readonly number[]) {
  const of = async (table: 'harvest_prints' | 'cash_moves' | 'cash_counts' | 'tenders') => {
    let rows = db.selectFrom(table).select('market_day_id').distinct()
    if (table === 'tenders') rows = rows.where(sql<boolean>`is_cash`)
    const found = await rows.where('market_day_id', 'in', ids).execute()
    return found.flatMap(({ market_day_id: id }) => (id === null ? [] : [id]))
  }
  return {
    prints: new Set(await of('harvest_prints')),
    counts: new Set(await of('cash_counts')),
    cash: new Set([...(await of('cash_moves')), ...(await of('tenders'))]),
  }
}
