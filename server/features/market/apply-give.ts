import { type Cents, formatDollars } from '#contract/money/money.ts'
import { formatDay } from '#contract/time/date-format.ts'
import type { Db, Emit } from '#server/db/write.ts'
import type { DayWithPlace } from '#server/features/calendar/choose-day.ts'
import {
  hasLeft,
  hasStockToReturn,
  type OrderRow,
  returnOrderStock,
} from '#server/features/checkout/order-record.ts'
import { refundedCents } from '#server/features/checkout/send-refunds.ts'
import {
  areOwn,
  isLeading,
  isVoid,
  listStanding,
  OF_ANOTHER,
  voidCommands,
} from '#server/features/order-balance/gives-and-packs.ts'
import type { LockedOrder } from '#server/features/orders/order-queries.ts'
import { loseOrderStock, takeGoneStock } from '#server/features/orders/order-stock.ts'
import {
  APPLIED,
  type CommandContext,
  type CommandOf,
  flagged,
  lockNamedOrder,
  type Outcome,
} from './command-record.ts'
import { compareGoods } from './compare-goods.ts'

/** A handover is a fact, whatever was done at the desk. If the goods differ, the farmer decides. */
export async function applyGive(
  tx: Db,
  emit: Emit,
  { command, day, happenedAt, at }: CommandContext<CommandOf<'give'>>,
): Promise<Outcome> {
  const found = await lockNamedOrder(tx, command.order, at)
  if ('aside' in found) return found.aside
  const { order } = found
  const orderId = order.id
  if (await isVoid(tx, command.id, `give/${orderId}`)) return { ...APPLIED, orderId }
  const message = (await noShowWarning(tx, order, day)) ?? (await warningOf(tx, found, command))
  const isRepeat = order.collected_at !== null
  await settleGiven(tx, emit, order, {
    isGiven: true,
    isDelivered: true,
    at: happenedAt,
    now: at,
  })
  if (message) return flagged(message, orderId)
  return { ...APPLIED, message: isRepeat ? `#${orderId} was handed over before.` : null, orderId }
}

async function warningOf(
  tx: Db,
  { order, payment }: LockedOrder,
  { items }: CommandOf<'give'>,
): Promise<string | null> {
  if (order.status === 'cancelled') {
    const back = payment ? await refundedCents(tx, payment.id) : (0 as Cents)
    const money = back > 0 ? `, and ${formatDollars(back)} is on its way back` : ''
    return `#${order.id} was handed over, but it was canceled${money}.`
  }
  const differences = await compareGoods(tx, order.id, items)
  return differences.length > 0
    ? `#${order.id} was handed out without its latest change: ${differences.join(', ')}.`
    : null
}

/** The order stays handed over if another give stands that the phone didn't know of. */
export async function applyTakeBack(
  tx: Db,
  emit: Emit,
  { command, happenedAt, at }: CommandContext<CommandOf<'take-back'>>,
): Promise<Outcome> {
  const found = await lockNamedOrder(tx, command.order, at)
  const kind = `give/${command.order.id}` as const
  await voidCommands(tx, command.gives, { commandId: command.id, kind, at })
  if ('aside' in found) return found.aside
  const { order } = found
  const isGiven = (await listStanding(tx, 'give', [order.id])).length > 0
  const isDelivered = await isLeading(tx, 'give', order.id)
  await settleGiven(tx, emit, order, { isGiven, isDelivered, at: happenedAt, now: at })
  if (!(await areOwn(tx, command.gives, { kinds: ['give'], orderId: order.id })))
    return flagged(OF_ANOTHER, order.id)
  return { ...APPLIED, orderId: order.id }
}

/**
 * Whether a give stands, and whether one came after the last status set by hand. `at` is the time
 * of the handover, `now` when the shop learned of it.
 */
type Given = { isGiven: boolean; isDelivered: boolean; at: Date; now: Date }

/**
 * Updates an order from its gives: handed over while one stands, and delivered unless canceled or
 * given a later status by hand. The caller has locked the order and writes its history.
 */
async function settleGiven(
  tx: Db,
  emit: Emit,
  order: OrderRow,
  { isGiven, isDelivered, at, now }: Given,
): Promise<void> {
  const collected_at = isGiven ? (order.collected_at ?? at.toISOString()) : null
  const after = { ...order, collected_at, ...statusOf(order, isDelivered) }
  const { status, status_before_given } = after
  const isSame = status === order.status && status_before_given === order.status_before_given
  if (isSame && collected_at === order.collected_at) return
  const stock_taken = await settleCancelled(tx, emit, { order, after, now })
  await tx
    .updateTable('orders')
    .set({ collected_at, status, status_before_given, stock_taken })
    .where('id', '=', order.id)
    .execute()
  emit({ kind: 'orders', orderId: order.id })
}

function statusOf(
  { status, status_before_given: before }: OrderRow,
  isDelivered: boolean,
): Pick<OrderRow, 'status' | 'status_before_given'> {
  if (isDelivered && status !== 'cancelled' && status !== 'delivered')
    return { status: 'delivered', status_before_given: status }
  if (!isDelivered && before !== null && status === 'delivered')
    return { status: before, status_before_given: null }
  return { status, status_before_given: before }
}

/**
 * A canceled order whose goods went out anyway holds them, as if canceled after the handover. If
 * they come back, they go where the cancellation said. Returns whether it holds them.
 */
async function settleCancelled(
  tx: Db,
  emit: Emit,
  { order, after, now }: { order: OrderRow; after: OrderRow; now: Date },
): Promise<boolean> {
  const isSame = hasLeft(order) === hasLeft(after)
  if (order.status !== 'cancelled' || isSame) return order.stock_taken
  if (hasLeft(after)) {
    if (!order.stock_taken) emit({ kind: 'stock', productIds: await takeGoneStock(tx, order, now) })
    return true
  }
  if (!hasStockToReturn(after)) return order.stock_taken
  if (order.goods_missing) await loseOrderStock(tx, order.id, now)
  else emit({ kind: 'stock', productIds: await returnOrderStock(tx, order.id, now) })
  return false
}

/** What was decided about a no-show whose give arrives late; null if nothing, or just kept. */
async function noShowWarning(
  db: Db,
  { id: orderId, market_day_id: ownDayId }: Pick<OrderRow, 'id' | 'market_day_id'>,
  day: Pick<DayWithPlace, 'id'> | null,
): Promise<string | null> {
  const days = [day?.id, ownDayId].filter((id) => typeof id === 'number')
  const decided = await db
    .selectFrom('no_shows')
    .leftJoin('market_days', 'market_days.id', 'no_shows.to_day_id')
    .select(['decision', 'market_days.day'])
    .where('order_id', '=', orderId)
    .where('market_day_id', 'in', days)
    .orderBy('at', 'desc')
    .orderBy('no_shows.id', 'desc')
    .executeTakeFirst()
  if (!decided || decided.decision === 'keep') return null
  const done = {
    next_day: decided.day ? `moved to ${formatDay(decided.day)}` : 'moved to another day',
    give_away: 'given away',
    cancel: 'cancelled',
  }[decided.decision]
  return `#${orderId} was handed out at the market, but it looked like a no-show, so it was ${done}.`
}
