import { type SqlBool, sql } from 'kysely'
import { farmDayOf } from '#contract/farm-time.ts'
import { SEEDED_PLACES, seededPlace } from '#contract/seeded-facts.ts'
import type { Db } from '#server/db/tables.ts'
import { write } from '#server/db/write.ts'
import { readTimeZone } from '#server/features/settings/read-setting.ts'
import type { Shop } from '#server/shop.ts'
import { lockCalendar } from './calendar-queries.ts'
import { lockDay } from './day-room.ts'
import { limitNewDays } from './limit-new-days.ts'
import { instantOf } from './plan-days.ts'

const AT_ONCE = 500

/**
 * Gives the orders of coming days their market day that have none: those of a release before, and
 * of a process of that release beside this one. A day that no rule makes is made by hand.
 */
export async function dateOrders({ db, now }: Pick<Shop, 'db' | 'now'>): Promise<void> {
  const timeZone = await readTimeZone(db)
  const today = farmDayOf(now().toISOString(), timeZone).toString()
  for (;;) {
    const undated = await listUndated(db, today)
    if (undated.length === 0) return
    for (const one of undated) await write(db, (tx) => dateOrdersOf(tx, one, timeZone))
    if (undated.length < AT_ONCE) return
  }
}

type UndatedOrder = { place_id: number; key: string; day: string }

async function listUndated(db: Db, today: string): Promise<UndatedOrder[]> {
  const rows = await db
    .selectFrom('orders')
    .innerJoin('places', 'places.key', 'orders.pickup_location')
    .select(['places.id as place_id', 'places.key', 'orders.pickup_date as day'])
    .distinct()
    .where('orders.market_day_id', 'is', null)
    .where('orders.pickup_date', '>=', today)
    .limit(AT_ONCE)
    .execute()
  return rows.flatMap(({ day, ...place }) => (day === null ? [] : [{ ...place, day }]))
}

const [MARKET] = SEEDED_PLACES

async function dateOrdersOf(
  tx: Db,
  { place_id: placeId, key, day }: UndatedOrder,
  timeZone: string,
): Promise<void> {
  const { opens, closes } = seededPlace(key) ?? MARKET
  const date = Temporal.PlainDate.from(day)
  await lockCalendar(tx)
  const made = await tx
    .insertInto('market_days')
    .values({
      place_id: placeId,
      day,
      opens,
      closes,
      opens_at: instantOf(date, opens, timeZone),
      closes_at: instantOf(date, closes, timeZone),
      order_until: instantOf(date, '00:00', timeZone),
      capacity: null,
      rule_id: null,
      by_hand: true,
    })
    .onConflict((exists) => exists.columns(['place_id', 'day']).doNothing())
    .returning(['id', 'day'])
    .execute()
  await limitNewDays(tx, made)
  const marketDay = tx
    .selectFrom('market_days')
    .select('id')
    .where('place_id', '=', placeId)
    .where('day', '=', day)
  const isUndated = sql<SqlBool>`market_day_id is null and pickup_date = ${day}
    and pickup_location = (select key from places where id = ${placeId})`
  const undated = tx.selectFrom('orders').select('id').where(isUndated)
  await undated.orderBy('id').forUpdate().execute()
  const { id } = await marketDay.executeTakeFirstOrThrow()
  await lockDay(tx, id)
  await tx.updateTable('orders').set({ market_day_id: id }).where(isUndated).execute()
  await recount(tx, id)
}

/** Counts a day’s orders anew; more of them than its capacity raise it. */
async function recount(tx: Db, marketDayId: number): Promise<void> {
  const orders = await lockDay(tx, marketDayId)
  await tx
    .updateTable('market_days')
    .set({
      taken: orders,
      capacity: sql`case when capacity < ${orders} then ${orders} else capacity end`,
    })
    .where('id', '=', marketDayId)
    .where('capacity', 'is not', null)
    .execute()
}
