import type { ChangedStatuses } from '#contract/orders/desk-orders.ts'
import type { Goods } from '#contract/orders/order-changes.ts'
import { ORDER_STATUS, type OrderStatus } from '#contract/orders/order-status.ts'
import type { Order } from '#contract/orders/orders.ts'
import { recordChange } from '#server/core/audit.ts'
import { requireFreshSignIn } from '#server/core/caller.ts'
import { OUR_FAULT, Refusal } from '#server/core/refusal.ts'
import { type Db, type Emit, write } from '#server/db/write.ts'
import { recountRoom } from '#server/features/calendar/day-room.ts'
import { voidPayment } from '#server/features/checkout/holds.ts'
import {
  hasStockToReturn,
  type OrderRow,
  returnOrderStock,
  updateOrder,
} from '#server/features/checkout/order-record.ts'
import type { PaymentRow } from '#server/features/checkout/payment-record.ts'
import {
  refundableCents,
  refundedCents,
  requestFullRefund,
  sendRefunds,
} from '#server/features/checkout/send-refunds.ts'
import { movePayment } from '#server/features/checkout/transitions.ts'
import { notifyFarm, queueCancelled } from '#server/features/mail/outbox.ts'
import type { Shop } from '#server/shop.ts'
import { type CallAbout, noteCalls } from './calls.ts'
import { type LockedOrder, lockOrderAndPayment, requireOrder } from './order-queries.ts'
import { loseOrderStock, retakeOrderStock } from './order-stock.ts'
import { settleHandedOutLater } from './settle-weights.ts'

/**
 * Sets an order's status; any may follow any. `cancelled` returns the stock (unless the goods left,
 * or are missing) and the money. Leaving `cancelled` takes stock again and never charges.
 * @throws Refusal 'not-found', 'sold-out', 'sign-in-again'
 */
export async function changeOrderStatus(
  shop: Shop,
  id: number,
  { status, goods }: { status: OrderStatus; goods?: Goods | undefined },
): Promise<Order> {
  const paymentId = await write(shop.db, (tx, emit) =>
    setStatus(tx, emit, {
      id,
      status,
      goods,
      at: shop.now(),
      mayReopen: true,
      check: async ({ order, payment }) => {
        if (status === 'cancelled' && order.status !== status && payment) requireFreshSignIn()
      },
    }),
  )
  if (status === 'cancelled' && paymentId) await giveMoneyBack(shop, paymentId)
  if (ORDER_STATUS[status].hasLeft) settleHandedOutLater(shop, id)
  return requireOrder(shop.db, id)
}

/** `mayReopen`: canceled orders too. `reason`: shown to the buyer. `check` throws to refuse. */
type StatusRequest = {
  id: number
  status: OrderStatus
  at: Date
  mayReopen: boolean
  /** For a cancellation. By default the goods can be sold again. */
  goods?: Goods | undefined
  reason?: string | undefined
  by?: 'desk' | 'buyer'
  call?: CallAbout | undefined
  hasMail?: boolean
  check?: (found: LockedOrder) => Promise<void>
}

/**
 * Moves no money: pass the payment it returns to `giveMoneyBack`.
 * @throws Refusal 'not-found', 'sold-out', 'order-cancelled'
 */
export async function setStatus(
  tx: Db,
  emit: Emit,
  request: StatusRequest,
): Promise<string | null> {
  const { id, status, at, reason } = request
  const { order, payment } = await lockOrderAndPayment(tx, id, at)
  await request.check?.({ order, payment })
  if (order.status === status) return payment?.id ?? null
  if (order.status === 'cancelled' && !request.mayReopen)
    throw await refusalOfCancelled(tx, order, payment)
  if (status === 'cancelled') {
    const { goods = 'sellable', by = 'desk' } = request
    await endOrder(tx, emit, { order, payment, goods, by, reason, at })
    const isReached = request.hasMail === true && order.customer_email !== ''
    if (request.call && !isReached) await noteCalls(tx, [id], request.call, at)
  } else await leadOn(tx, emit, order, { status, at })
  return payment?.id ?? null
}

/** For any status but `cancelled`. @throws Refusal 'sold-out' */
async function leadOn(
  tx: Db,
  emit: Emit,
  order: OrderRow,
  { status, at }: { status: OrderStatus; at: Date },
): Promise<void> {
  const { id } = order
  const isReopened = order.status === 'cancelled'
  const stock_taken = order.stock_taken || isReopened
  if (isReopened && !order.stock_taken)
    emit({ kind: 'stock', productIds: await retakeOrderStock(tx, id, at) })
  // Goods that left the farm stay gone. The order takes room on its day anyway.
  else if (isReopened && order.market_day_id !== null) emit({ kind: 'days' })
  await updateOrder(tx, id, { status, stock_taken, goods_missing: false }, at)
  if (isReopened) await recountRoom(tx, order.market_day_id)
  const [before, after] = [{ status: order.status }, { status }]
  await recordChange(tx, { action: 'changed', subject: `order:${id}`, before, after }, at)
  emit({ kind: 'orders', orderId: id })
}

async function refusalOfCancelled(
  tx: Db,
  { payment_method }: OrderRow,
  payment: PaymentRow | null,
): Promise<Refusal> {
  const isGivenBack = payment !== null && (await refundedCents(tx, payment.id)) > 0
  const byCard = isGivenBack ? ' and its payment refunded' : ' and never paid'
  const money = payment_method === 'card' ? byCard : ''
  const advice = 'To reopen it, change its status on its own.'
  return new Refusal('order-cancelled', `This order was canceled${money}. ${advice}`)
}

/** Call after the commit. Without a provider's answer, the refund stays decided and is retried. */
export function giveMoneyBack(shop: Shop, paymentId: string): Promise<void> {
  return shop.later('give money back', async () => {
    await voidPayment(shop, paymentId)
    await sendRefunds(shop, paymentId)
  })
}

type ManyStatuses = Pick<StatusRequest, 'status' | 'goods' | 'reason' | 'call'> & {
  mayReopen?: boolean | undefined
}

/** One transaction each; canceled orders stay so unless `mayReopen`. Refunds follow the answer. */
export async function changeOrderStatuses(
  shop: Shop,
  ids: readonly number[],
  { status, mayReopen = false, ...change }: ManyStatuses,
): Promise<ChangedStatuses> {
  const paymentIds: string[] = []
  const result = await changeEach(shop, ids, async (id) => {
    const hasMail = shop.mail !== null
    const request = { ...change, id, status, at: shop.now(), mayReopen, hasMail }
    const paymentId = await write(shop.db, (tx, emit) => setStatus(tx, emit, request))
    if (status === 'cancelled' && paymentId) paymentIds.push(paymentId)
    if (ORDER_STATUS[status].hasLeft) settleHandedOutLater(shop, id)
  })
  if (paymentIds.length > 0) void shop.later('give money back', () => giveAllBack(shop, paymentIds))
  return result
}

/** Each on its own: one that fails or is refused does not stop the others. */
export async function changeEach(
  shop: Shop,
  ids: readonly number[],
  change: (id: number) => Promise<void>,
): Promise<ChangedStatuses> {
  const result: ChangedStatuses = { changed: [], refused: [] }
  for (const id of new Set(ids)) {
    try {
      await change(id)
      result.changed.push(id)
    } catch (error) {
      result.refused.push({ id, message: error instanceof Refusal ? error.message : OUR_FAULT })
      if (!(error instanceof Refusal)) shop.report('change a status', error)
    }
  }
  return result
}

export async function giveAllBack(shop: Shop, paymentIds: readonly string[]): Promise<void> {
  for (const paymentId of paymentIds) await giveMoneyBack(shop, paymentId)
}

/** The order is not canceled yet. */
type Ending = LockedOrder & {
  goods: Goods
  reason?: string | undefined
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

/** A refund sends its own mail; without one the buyer gets a cancellation mail. */
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
