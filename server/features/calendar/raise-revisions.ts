import { sql } from 'kysely'
import type { Db } from '#server/db/write.ts'
import { openOrders } from './open-orders.ts'

/** Goes with every change of a day's hours or state, and of its place's name or address. */
export const RAISED = { revision: sql<number>`revision + 1` }

type OfDays = { id: number } | { place_id: number }

/**
 * Call before changing a day, or a place's coming days: raises the revision of the orders waiting
 * for them, so calendar entries get replaced, and remembers what buyers were told. Locks orders
 * before days, like all other code.
 */
export async function raiseRevisions(tx: Db, of: OfDays, at: Date): Promise<void> {
  const days = tx
    .selectFrom('market_days')
    .select('id')
    .where((row) => row.and(of))
    .where('closes_at', '>', at.toISOString())
  const orders = openOrders(tx).select('orders.id').where('orders.market_day_id', 'in', days)
  const raised = await tx
    .updateTable('orders')
    .set(RAISED)
    .where('id', 'in', orders)
    .returning('id')
    .execute()
  await rememberTold(
    tx,
    raised.map(({ id }) => id),
  )
}

/** Pickup places only; buyers never see a delivery zone's name. */
export const PLACE_AS_TOLD = sql<string>`(case when places.kind = 'pickup'
  then places.name || ', ' || places.address else '' end)`

async function rememberTold(tx: Db, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return
  const rows = await tx
    .selectFrom('orders')
    .innerJoin('market_days', 'market_days.id', 'orders.market_day_id')
    .innerJoin('places', 'places.id', 'market_days.place_id')
    .select(['orders.id as order_id', 'market_days.id as market_day_id'])
    .select(['market_days.opens', 'market_days.closes', 'market_days.order_until'])
    .select(PLACE_AS_TOLD.as('place'))
    .where('orders.id', 'in', orderIds)
    .execute()
  await tx
    .insertInto('told_times')
    .values(rows)
    .onConflict((known) => known.doNothing())
    .execute()
}
