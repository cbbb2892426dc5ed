import type { Order } from '#contract/orders/orders.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import { lockOrder, type OrderRow } from '#server/features/checkout/order-record.ts'
import { lockPaymentOfOrder, type PaymentRow } from '#server/features/checkout/payment-record.ts'
import { findOrder } from './order-queries.ts'

/** @throws Refusal 'not-found' */
export async function requireOrder(db: Db, id: number): Promise<Order> {
  return (await findOrder(db, id)) ?? noSuchOrder(id)
}

export type LockedOrder = { order: OrderRow; payment: PaymentRow | null }

/**
 * Locks an order and its payment until the transaction ends, payment first like all other code, to
 * avoid deadlocks.
 * @throws Refusal 'not-found'
 */
export async function lockOrderAndPayment(tx: Db, id: number, at: Date): Promise<LockedOrder> {
  const payment = await lockPaymentOfOrder(tx, id, at)
  const order = await lockOrder(tx, id)
  return { order: order ?? noSuchOrder(id), payment }
}

/** @throws Refusal 'changed-meanwhile' */
export function requireRevision(order: OrderRow, revision: number): void {
  if (order.revision === revision) return
  const message = `Order #${order.id} was just changed. Please look at it.`
  throw new Refusal('changed-meanwhile', message)
}

export function orderCancelled(id: number): Refusal {
  return new Refusal('order-cancelled', `Order #${id} was canceled.`)
}

/** `field` is the input that named the order. @throws Refusal 'not-found' */
export function noSuchOrder(id: number, field?: string): never {
  throw new Refusal('not-found', `There is no order #${id}.`, field ? { field } : {})
}
