import type { ChangedStatuses } from '#contract/desk-orders.ts'
import type { OrderStatus } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import { leaveRoom, makeRoomFor } from '#server/features/calendar/capacity.ts'
import {
  hasStockToReturn,
  type OrderRow,
  returnOrderStock,
  updateOrder,
} from '#server/features/checkout/order-record.ts'
import type { PaymentRow } from '#server/features/checkout/payment-record.ts'
import { refundedCents, requestFullRefund } from '#server/features/checkout/refund-record.ts'
import { voidPayment } from '#server/features/checkout/release-hold.ts'
import { sendRefunds } from '#server/features/checkout/send-refunds.ts'
import { movePayment } from '#server/features/checkout/transitions.ts'
import type { Shop } from '#server/shop.ts'
import { retakeOrderStock } from './order-stock.ts'
import { type LockedOrder, lockOrderAndPayment, requireOrder } from './require-order.ts'

/**
 * Sets an order's status; any may follow any. `cancelled` gives stock back (unless the goods have
 * left) and the money; leaving `cancelled` takes stock again and never charges.
 * @throws Refusal 'not-found', 'sold-out'
 */
export async function changeOrderStatus(
  shop: Shop,
  id: number,
  status: OrderStatus,
): Promise<Order> {
  const paymentId = await write(shop.db, (tx, emit) =>
    setStatus(tx, emit, { id, status, at: shop.now(), mayReopen: true }),
  )
  if (status === 'cancelled' && paymentId) await giveMoneyBack(shop, paymentId)
  return requireOrder(shop.db, id)
}

/**
 * `mayReopen`: an order that is cancelled may be changed, too; `reason`: what the buyer reads of a
 * refund; `check` throws for an order that may not be changed so.
 */
type StatusRequest = {
  id: number
  status: OrderStatus
  at: Date
  mayReopen: boolean
  reason?: string
  by?: 'desk' | 'buyer'
  check?: (found: LockedOrder) => Promise<void>
}

/**
 * The status without the money, which `giveMoneyBack` gives back of the payment that is answered.
 * @throws Refusal 'not-found', 'sold-out', 'order-cancelled'
 */
export async function setStatus(
  tx: Db,
  emit: Emit,
  request: StatusRequest,
): Promise<string | null> {
  const { id, status, at, reason, by = 'desk' } = request
  const { order, payment } = await lockOrderAndPayment(tx, id, at)
  await request.check?.({ order, payment })
  if (order.status === status) return payment?.id ?? null
  if (order.status === 'cancelled' && !request.mayReopen)
    throw await refusalOfCancelled(tx, payment)
  if (status === 'cancelled' && payment) {
    if (payment.state === 'capturing')
      await movePayment(tx, { id: payment.id, from: 'capturing', to: 'canceling', at })
    if (payment.state === 'captured') await requestFullRefund(tx, payment, at, reason)
  }
  await updateOrder(tx, id, { status, stock_taken: await moveStock(tx, emit, order, request) })
  if (status === 'cancelled') await leaveRoom(tx, order.market_day_id)
  if (order.status === 'cancelled') await makeRoomFor(tx, order.market_day_id)
  const change = {
    action: by === 'buyer' ? 'cancelled' : 'changed',
    subject: `order:${id}`,
    before: { status: order.status },
    after: { status },
  }
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

async function moveStock(
  tx: Db,
  emit: Emit,
  order: OrderRow,
  { id, status, at }: StatusRequest,
): Promise<boolean> {
  if (status === 'cancelled' && hasStockToReturn(order)) {
    emit({ kind: 'stock', productIds: await returnOrderStock(tx, id, at) })
    return false
  }
  if (order.status === 'cancelled' && !order.stock_taken) {
    emit({ kind: 'stock', productIds: await retakeOrderStock(tx, id, at) })
    return true
  }
  // Goods that left the farm stay away; the day has room for another box all the same.
  const movesRoom = status === 'cancelled' || order.status === 'cancelled'
  if (movesRoom && order.market_day_id !== null) emit({ kind: 'days' })
  return order.stock_taken
}

/**
 * Follows the commit: what the provider does not answer now stays decided and is asked again later.
 */
export function giveMoneyBack(shop: Shop, paymentId: string): Promise<void> {
  return shop.later('give money back', async () => {
    await voidPayment(shop, paymentId)
    await sendRefunds(shop, paymentId)
  })
}

export const OUR_FAULT = 'Something went wrong on our side. Please try again.'

/**
 * Sets the status of several orders, one after the other and each in a transaction of its own, so
 * that one that is refused holds up no other. One that is cancelled stays so: reopening it unpaid
 * is decided order by order. Money is given back after the answer; until then its refunds stand as
 * asked for.
 */
export async function changeOrderStatuses(
  shop: Shop,
  ids: readonly number[],
  { status, reason }: { status: OrderStatus; reason?: string },
): Promise<ChangedStatuses> {
  const result: ChangedStatuses = { changed: [], refused: [] }
  const paymentIds: string[] = []
  for (const id of new Set(ids)) {
    try {
      const why = reason === undefined ? {} : { reason }
      const request = { id, status, at: shop.now(), mayReopen: false, ...why }
      const paymentId = await write(shop.db, (tx, emit) => setStatus(tx, emit, request))
      if (status === 'cancelled' && paymentId) paymentIds.push(paymentId)
      result.changed.push(id)
    } catch (error) {
      result.refused.push({ id, message: error instanceof Refusal ? error.message : OUR_FAULT })
      if (!(error instanceof Refusal)) shop.report('change a status', error)
    }
  }
  if (paymentIds.length > 0) void shop.later('give money back', () => giveAllBack(shop, paymentIds))
  return result
}

async function giveAllBack(shop: Shop, paymentIds: readonly string[]): Promise<void> {
  for (const paymentId of paymentIds) await giveMoneyBack(shop, paymentId)
}
