import type { OrderMark } from '#contract/market/commands.ts'
import type { Db } from '#server/db/write.ts'
import { orderMarkOf } from '#server/features/order-balance/order-balance.ts'
import { type LockedOrder, lockOrderAndPayment } from '#server/features/orders/require-order.ts'
import { setAside } from './command-context.ts'
import type { Outcome } from './command-record.ts'

/**
 * Locks the order a command names, payment first, or returns why it is set aside. After a restore,
 * the number may be another buyer's order.
 */
export async function lockNamedOrder(
  tx: Db,
  { id, mark }: OrderMark,
  at: Date,
): Promise<LockedOrder | { aside: Outcome }> {
  const named = tx.selectFrom('orders').select('receipt_secret').where('id', '=', id)
  const row = await named.executeTakeFirst()
  if (!row) return { aside: setAside(`There is no order #${id}.`) }
  if (orderMarkOf(row.receipt_secret) !== mark)
    return { aside: setAside(`The number #${id} is another order’s now.`) }
  return lockOrderAndPayment(tx, id, at)
}
