import { sql } from 'kysely'
import type { Db } from '#server/db/tables.ts'
import { standingOrders } from './standing-orders.ts'

/**
 * Makes a new revision of the orders that wait for a day, or for the coming days of a place: what a
 * calendar holds of them is to be replaced. Orders are locked before days, as by everybody.
 */
export async function raiseRevisions(
  tx: Db,
  of: { id: number } | { place_id: number },
  at: Date,
): Promise<void> {
  const days = tx
    .selectFrom('market_days')
    .select('id')
    .where((row) => row.and(of))
    .where('closes_at', '>', at.toISOString())
  const orders = standingOrders(tx).select('orders.id').where('orders.market_day_id', 'in', days)
  await tx
    .updateTable('orders')
    .set({ revision: sql`revision + 1` })
    .where('id', 'in', orders)
    .execute()
}
