import { ORDER_STATUS, ORDER_STATUSES } from '#contract/orders/order-status.ts'
import type { Db } from '#server/db/write.ts'

const OPEN_STATUSES = ORDER_STATUSES.filter(
  (status) => status !== 'cancelled' && !ORDER_STATUS[status].hasLeft,
)

export function openOrders(db: Db) {
  return db
    .selectFrom('orders')
    .where('orders.status', 'in', OPEN_STATUSES)
    .where('orders.collected_at', 'is', null)
}
