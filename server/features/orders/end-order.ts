import type { Goods } from '#contract/orders/order-changes.ts'
import { recordChange } from '#server/core/audit.ts'
import type { Db, Emit } from '#server/db/write.ts'
import { recountRoom } from '#server/features/calendar/day-room.ts'
import {
  hasStockToReturn,
  type OrderRow,
  returnOrderStock,
  updateOrder,
} from '#server/features/checkout/order-record.ts'
import type { PaymentRow } from '#server/features/checkout/payment-record.ts'
import { refundableCents, requestFullRefund } from '#server/features/checkout/send-refunds.ts'
import { movePayment } from '#server/features/checkout/transitions.ts'
import { notifyFarm, queueCancelled } from '#server/features/mail/outbox.ts'
import { loseOrderStock } from './order-stock.ts'

type Ending = {
  /** Locked by the caller and not canceled yet. */
  order: OrderRow
  payment: PaymentRow | null
  goods: Goods
  reason?: string
  by: 'desk' | 'buyer'
  /** Cancels again after a mistaken reopening, without a second mail. */
  isUndo?: true
  at: Date
}

/**
 * Cancels an order: status, goods, remaining money and room. Missing goods are never sold again.
 * Call `giveMoneyBack` after the commit.
 */
export async function endOrder(tx: Db, emit: Emit, ending: Ending): Promise<void> {
  const { order, payment, goods, by, at } = ending
  if (payment?.state === 'capturing')
    await movePayment(tx, { id: payment.id, from: 'capturing', to: 'canceling', at })
  if (!ending.isUndo) await giveBackOrNotify(tx, ending)
  const stock_taken = await returnGoods(tx, emit, ending)
  const goods_missing = goods === 'missing'
  await updateOrder(tx, order.id, { status: 'cancelled', stock_taken, goods_missing }, at)
  await recountRoom(tx, order.market_day_id)
  const change = {
    action: ending.isUndo ? 'undone' : by === 'buyer' ? 'cancelled' : 'changed',
    subject: `order:${order.id}`,
    before: { status: order.status },
    after: { status: 'cancelled', ...(goods === 'missing' ? { goods } : {}) },
  } as const
  await recordChange(tx, change, at)
  if (by === 'buyer') await notifyFarm(tx, { kind: 'cancelled', orderId: order.id }, at)
  emit({ kind: 'orders', orderId: order.id })
}

/** A refund has its own mail; otherwise the buyer gets a cancellation mail. */
async function giveBackOrNotify(tx: Db, { order, payment, reason, at }: Ending): Promise<void> {
  const isRefunded = payment?.state === 'captured' && (await refundableCents(tx, payment)) > 0
  if (isRefunded) await requestFullRefund(tx, payment, at, reason)
  else await queueCancelled(tx, { order, message: reason ?? null }, at)
}

/** Returns whether the order still holds its goods: those that left the farm don't come back. */
async function returnGoods(tx: Db, emit: Emit, { order, goods, at }: Ending): Promise<boolean> {
  if (hasStockToReturn(order) && goods === 'sellable') {
    emit({ kind: 'stock', productIds: await returnOrderStock(tx, order.id, at) })
    return false
  }
  if (order.market_day_id !== null) emit({ kind: 'days' })
  if (!hasStockToReturn(order)) return order.stock_taken
  await loseOrderStock(tx, order.id, at)
  return false
}
