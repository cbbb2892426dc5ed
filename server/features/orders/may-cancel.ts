import { hasLeft, type OrderRow } from '#server/features/checkout/order-record.ts'

type Cancellable = Pick<OrderRow, 'cancel_until' | 'collected_at' | 'status' | 'has_left'>

/** Empty for an order that its buyer may not cancel by its link. */
export function mayCancelUntil(order: Cancellable): string {
  const isOver = order.status === 'cancelled' || hasLeft(order)
  return isOver ? '' : (order.cancel_until ?? '')
}
