import { sql } from 'kysely'
import type { OutputOf } from '#contract/endpoint.ts'
import type { deskOrders } from '#contract/orders/desk-orders.ts'
import type { Db } from '#server/db/tables.ts'

const MAX_DAYS = 60

export async function listFilterChoices(
  db: Db,
): Promise<OutputOf<typeof deskOrders.filterChoices>> {
  const hasOrders = sql<boolean>`(
    exists (select 1 from orders where pickup_location = places.key)
    or exists (select 1 from market_days join orders on orders.market_day_id = market_days.id
      where market_days.place_id = places.id)
  )`
  const places = await db
    .selectFrom('places')
    .select(['key', 'kind', 'name', 'retired_at'])
    .where((where) => where.or([where('retired_at', 'is', null), hasOrders]))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const days = await db
    .selectFrom('market_days')
    .select('day')
    .distinct()
    .where(sql<boolean>`exists (select 1 from orders where market_day_id = market_days.id)`)
    .orderBy('day', 'desc')
    .limit(MAX_DAYS)
    .execute()
  return {
    places: places.map(({ retired_at, ...place }) => ({
      ...place,
      isRetired: retired_at !== null,
    })),
    days: days.map(({ day }) => day),
  }
}
