import { sql } from 'kysely'
import type { Today } from '#contract/today.ts'
import type { Db } from '#server/db/tables.ts'
import { type ListScope, NO_LONGER_TO_PACK } from '#server/features/packing/list-scope.ts'

export async function findNextDay(db: Db, today: string): Promise<string | null> {
  const coming = db.selectFrom('market_days').where('day', '>=', today).orderBy('day').limit(1)
  const ordered = await coming
    .select('day')
    .where(
      sql<boolean>`exists (select 1 from orders
        where orders.market_day_id = market_days.id and orders.status <> 'cancelled')`,
    )
    .executeTakeFirst()
  if (ordered) return ordered.day
  return (await coming.select('day').where('state', '=', 'open').executeTakeFirst())?.day ?? null
}

/** Until when the last of its places takes orders; null where none does any more. */
export async function findOrderEnd(db: Db, day: string, at: Date): Promise<string | null> {
  const row = await db
    .selectFrom('market_days')
    .select((of) => of.fn.max('order_until').as('until'))
    .where('day', '=', day)
    .where('state', '=', 'open')
    .where('order_until', '>', at.toISOString())
    .executeTakeFirst()
  return row?.until ?? null
}

type PlaceOfDay = NonNullable<Today['next']>['places'][number]

const IS_PACKED = sql`(${NO_LONGER_TO_PACK} or orders.packed_at is not null)`

export async function countPlaces(
  db: Db,
  { places, orders }: Pick<ListScope, 'places' | 'orders'>,
  at: Date,
): Promise<PlaceOfDay[]> {
  const rows = await db
    .selectFrom('orders')
    .select((row) => [
      'market_day_id',
      row.fn.countAll<number>().as('orders'),
      sql<number>`count(case when ${IS_PACKED} then 1 end)`.as('packed'),
      sql<number>`count(case when ${NO_LONGER_TO_PACK} then 1 end)`.as('handedOver'),
      row.fn.sum<number>('boxes').as('boxes'),
      sql<number>`coalesce(sum(case when ${IS_PACKED} then boxes end), 0)`.as('boxesPacked'),
    ])
    .where(orders)
    .groupBy('market_day_id')
    .execute()
  return places.map(({ marketDayId, key, kind, name, closesAt }) => {
    const own = rows.find(({ market_day_id }) => market_day_id === marketDayId)
    return {
      ...{ key, kind, name },
      orders: Number(own?.orders ?? 0),
      packed: Number(own?.packed ?? 0),
      handedOver: Number(own?.handedOver ?? 0),
      boxes: Number(own?.boxes ?? 0),
      boxesPacked: Number(own?.boxesPacked ?? 0),
      isOver: kind === 'pickup' && closesAt !== undefined && closesAt <= at.toISOString(),
    }
  })
}
