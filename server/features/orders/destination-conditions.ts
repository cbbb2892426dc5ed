import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { OrderPlace } from '#contract/order-filter.ts'
import { ORDER_STATUS, type OrderState } from '#contract/order-status.ts'
import type { PlaceKind } from '#server/db/tables/calendar.ts'

/**
 * `delivery` is every delivery, and another zone's key those of its market days. Beside a state,
 * written so that the orders are not gone through by their place: those of a state are fewer. Of
 * pickups with one status there is an index.
 */
export function conditionOfPlace(
  place: OrderPlace,
  { kind, state }: { kind: PlaceKind | null; state: OrderState | undefined },
): RawBuilder<SqlBool> {
  const unindexed = sql` || ''`
  const besideState = state === undefined ? sql`` : unindexed
  if (place === 'delivery') return sql<SqlBool>`delivery_method${besideState} = 'shipping'`
  const besideGroup = state === undefined || state in ORDER_STATUS ? sql`` : unindexed
  return kind === 'delivery'
    ? sql<SqlBool>`market_day_id in (select market_days.id from market_days
        join places on places.id = market_days.place_id where places.key = ${place})`
    : sql<SqlBool>`pickup_location${besideGroup} = ${place}`
}

export function conditionOfMarketDay(day: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`market_day_id in (select market_days.id from market_days
    where market_days.day = ${day})`
}
