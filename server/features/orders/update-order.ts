import { sql } from 'kysely'
import { ORDER_STATUS, ORDER_STATUSES, type OrderStatus } from '#contract/order-status.ts'
import type { Db } from '#server/db/tables.ts'
import type { OrderRow } from './order-queries.ts'

const LEFT = sql.join(ORDER_STATUSES.filter((status) => ORDER_STATUS[status].hasLeft).map((status) => sql.lit(status)))

/** Locks an order until the transaction ends, and answers it as it is then. */
export async function lockOrder(tx: Db, id: number): Promise<OrderRow | null> {
  const touched = tx.updateTable('orders').set((row) => ({ status: row.ref('status') }))
  return (await touched.where('id', '=', id).returningAll().executeTakeFirst()) ?? null
}

/** Changes an order, which never forgets that its goods left the farm. */
export async function updateOrder(
  tx: Db,
  id: number,
  change: { status: OrderStatus; stock_taken?: boolean; checkout_key?: null },
): Promise<void> {
  const has_left = sql<boolean>`has_left or status in (${LEFT})`
  await tx
    .updateTable('orders')
    .set({ ...change, has_left })
    .where('id', '=', id)
    .execute()
}
