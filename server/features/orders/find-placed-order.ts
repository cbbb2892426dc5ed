import type { Db } from '#server/db/tables.ts'
import type { OrderRow } from './order-queries.ts'

export async function findOrderOfCheckout(db: Db, checkoutKey: string): Promise<OrderRow | null> {
  return (await db.selectFrom('orders').selectAll().where('checkout_key', '=', checkoutKey).executeTakeFirst()) ?? null
}

/** The order a visitor placed with the same body since an instant, unless its payment fell through. */
export async function findOrderOfVisitor(
  db: Db,
  same: { visitorHash: string; bodyHash: string; since: Date },
): Promise<OrderRow | null> {
  const row = await db
    .selectFrom('orders')
    .selectAll('orders')
    .innerJoin('payments', 'payments.order_id', 'orders.id')
    .where('orders.visitor_hash', '=', same.visitorHash)
    .where('orders.body_hash', '=', same.bodyHash)
    .where('orders.created_at', '>', same.since.toISOString())
    .where('payments.state', '!=', 'canceled')
    .orderBy('orders.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}
