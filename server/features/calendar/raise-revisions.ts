import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { openOrders } from './open-orders.ts'

type OfDays = { id: number } | { place_id: number }

/**
 * Before a day, or the coming days of a place, are changed: makes a new revision of the orders that
 * wait for them, since what a calendar holds of them is to be replaced, and remembers what their
 * buyers were told. Orders are locked before days, as by everybody.
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
    .set({ revision: sql`revision + 1` })
    .where('id', 'in', orders)
    .returning('id')
    .execute()
  await rememberTold(
    tx,
    raised.map(({ id }) => id),
  )
}

/** Of a pickup place; what a delivery's zone is called is no buyer's business. */
export const PLACE_AS_TOLD = sql<string>`(case when places.kind = 'pickup'
  then places.name || ', ' || places.address else '' end)`

/** What they were told first stays, until they are told anew. */
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
