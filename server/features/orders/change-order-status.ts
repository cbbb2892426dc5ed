import type { OrderStatus } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import {
  hasStockToReturn,
  lockOrder,
  type OrderRow,
  returnOrderStock,
  updateOrder,
} from '#server/features/checkout/order-record.ts'
import type { PaymentRow } from '#server/features/checkout/payment-record.ts'
import { lockPaymentOfOrder } from '#server/features/checkout/payment-record.ts'
import { refundedCents, requestFullRefund } from '#server/features/checkout/refund-record.ts'
import { sendRefunds } from '#server/features/checkout/refunds.ts'
import { voidPayment } from '#server/features/checkout/release-hold.ts'
import { movePayment } from '#server/features/checkout/transitions.ts'
import type { Shop } from '#server/shop.ts'
import { findOrder } from './order-queries.ts'
import { retakeOrderStock } from './order-stock.ts'

/**
 * Sets an order's status; any may follow any. `cancelled` gives stock back (unless the goods have left) and the money;
 * leaving `cancelled` takes stock again and never charges.
 * @throws Refusal 'not-found', 'sold-out'
 */
export async function changeOrderStatus(shop: Shop, id: number, status: OrderStatus): Promise<Order> {
  const paymentId = await applyStatus(shop, id, status)
  if (status === 'cancelled' && paymentId) await giveMoneyBack(shop, paymentId)
  return requireOrder(shop.db, id)
}

type Options = {
  /** Only an order that is not cancelled may be changed. */
  leavesCancelled?: boolean
}

/**
 * The same without the money, which `giveMoneyBack` gives back of the payment that is answered.
 * @throws Refusal 'not-found', 'sold-out', 'order-cancelled'
 */
export function applyStatus(
  shop: Shop,
  id: number,
  status: OrderStatus,
  { leavesCancelled = false }: Options = {},
): Promise<string | null> {
  return write(shop.db, (tx, emit) => changeInside(tx, emit, { id, status, at: shop.now(), leavesCancelled }))
}

type StatusRequest = { id: number; status: OrderStatus; at: Date; leavesCancelled: boolean }

async function changeInside(tx: Db, emit: Emit, request: StatusRequest): Promise<string | null> {
  const { id, status, at } = request
  const payment = await lockPaymentOfOrder(tx, id, at)
  const order = await lockOrder(tx, id)
  if (!order) throw new Refusal('not-found', `There is no order #${id}.`)
  if (order.status === status) return payment?.id ?? null
  if (order.status === 'cancelled' && request.leavesCancelled) throw await refusalOfCancelled(tx, payment)
  if (status === 'cancelled' && payment) {
    if (payment.state === 'capturing') await movePayment(tx, { id: payment.id, from: 'capturing', to: 'canceling', at })
    if (payment.state === 'captured') await requestFullRefund(tx, payment, payment.captured_cents, at)
  }
  await updateOrder(tx, id, { status, stock_taken: await moveStock(tx, emit, order, request) })
  const change = { action: 'changed', subject: `order:${id}`, before: { status: order.status }, after: { status } }
  await recordChange(tx, change, at)
  emit({ kind: 'orders', orderId: id })
  return payment?.id ?? null
}

async function refusalOfCancelled(tx: Db, payment: PaymentRow | null): Promise<Refusal> {
  const isGivenBack = payment !== null && (await refundedCents(tx, payment.id)) > 0
  const money = isGivenBack ? 'its payment refunded' : 'never paid'
  const advice = 'To reopen it, change its status on its own.'
  return new Refusal('order-cancelled', `This order was cancelled and ${money}. ${advice}`)
}

async function moveStock(tx: Db, emit: Emit, order: OrderRow, { id, status, at }: StatusRequest): Promise<boolean> {
  if (status === 'cancelled' && hasStockToReturn(order)) {
    emit({ kind: 'stock', productIds: await returnOrderStock(tx, id, at) })
    return false
  }
  if (order.status === 'cancelled' && !order.stock_taken) {
    emit({ kind: 'stock', productIds: await retakeOrderStock(tx, id, at) })
    return true
  }
  return order.stock_taken
}

/** Follows the commit: what the provider does not answer now stays decided and is asked again later. */
export function giveMoneyBack(shop: Shop, paymentId: string): Promise<void> {
  return shop.later('give money back', async () => {
    await voidPayment(shop, paymentId)
    await sendRefunds(shop, paymentId)
  })
}

async function requireOrder(db: Db, id: number): Promise<Order> {
  const order = await findOrder(db, id)
  if (!order) throw new Refusal('not-found', `There is no order #${id}.`)
  return order
}
