import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { NO_LONGER_TO_PACK } from '#server/features/packing/list-scope.ts'
import type { StallDayRow } from './list-days.ts'

export type CarriedOrder = { id: number; dayId: number; day: string; placeName: string }

/**
 * Orders of earlier days that nobody came for and that are kept until this day or longer: whoever comes for one finds
 * it at the stall. One that was handed over there stays in its list.
 */
export function listCarriedOrders(db: Db, { id, day }: StallDayRow): Promise<CarriedOrder[]> {
  return db
    .selectFrom('no_shows')
    .innerJoin('orders', 'orders.id', 'no_shows.order_id')
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['orders.id', 'market_days.id as dayId', 'market_days.day', 'places.name as placeName'])
    .where('no_shows.keep_until', '>=', day)
    .whereRef('no_shows.market_day_id', '=', 'orders.market_day_id')
    .where('market_days.id', '!=', id)
    .where(IS_LAST_DECISION)
    .where(({ or, exists, selectFrom }) =>
      or([
        sql<SqlBool>`not ${NO_LONGER_TO_PACK}`,
        sql<SqlBool>`orders.status = 'cancelled' and orders.collected_at is null`,
        exists(
          selectFrom('stall_commands')
            .select('stall_commands.id')
            .whereRef('stall_commands.order_id', '=', 'orders.id')
            .where('stall_commands.market_day_id', '=', id)
            .where('stall_commands.kind', '=', 'give'),
        ),
      ]),
    )
    .orderBy('orders.id')
    .execute()
}

const IS_LAST_DECISION = sql<SqlBool>`not exists (select 1 from no_shows as later
  where later.order_id = no_shows.order_id and later.market_day_id = no_shows.market_day_id
  and (later.at > no_shows.at or (later.at = no_shows.at and later.id > no_shows.id)))`
