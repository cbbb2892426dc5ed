import { sql } from 'kysely'
import type { OutputOf } from '#contract/endpoint.ts'
import type { deskOrders } from '#contract/orders/desk-orders.ts'
import type { Db } from '#server/db/write.ts'
import { readToday } from '#server/features/settings/read-setting.ts'
import { IS_UNDATED } from './find-orders-queries.ts'

type Choices = OutputOf<typeof deskOrders.filterChoices>

/** More days to come are found under all orders. */
const MAX_DAYS = 12

export async function listFilterChoices(db: Db, at: Date): Promise<Choices> {
  const today = await readToday(db, at)
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
  const undated = db.selectFrom('orders').select((row) => row.fn.countAll().as('count'))
  const { count } = await undated.where(IS_UNDATED).executeTakeFirstOrThrow()
  return {
    places: places.map(({ retired_at, ...place }) => ({
      ...place,
      isRetired: retired_at !== null,
    })),
    today,
    days: (await listDays(db, today)).slice(0, MAX_DAYS),
    withoutDay: Number(count),
  }
}

async function listDays(db: Db, today: string): Promise<Choices['days']> {
  const rows = await db
    .selectFrom('market_days')
    .innerJoin('orders', 'orders.market_day_id', 'market_days.id')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['market_days.day', 'places.key', (row) => row.fn.countAll().as('count')])
    .where('market_days.day', '>=', today)
    .groupBy(['market_days.day', 'places.key', 'places.position', 'places.id'])
    .orderBy('market_days.day')
    .orderBy('places.position')
    .orderBy('places.id')
    .execute()
  return [...Map.groupBy(rows, ({ day }) => day)].map(([day, its]) => {
    const places = its.map(({ key, count }) => ({ key, count: Number(count) }))
    return { day, count: places.reduce((sum, { count }) => sum + count, 0), places }
  })
}
