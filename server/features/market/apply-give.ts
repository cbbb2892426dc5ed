import { formatDay } from '#contract/date-format.ts'
import { type Cents, formatDollars } from '#contract/money.ts'
import type { Db } from '#server/db/tables.ts'
import type { Emit } from '#server/db/write.ts'
import type { DayWithPlace } from '#server/features/calendar/find-day.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { refundedCents } from '#server/features/checkout/refund-record.ts'
import type { LockedOrder } from '#server/features/orders/require-order.ts'
import {
  areOwn,
  isLeading,
  isVoid,
  listStanding,
  OF_ANOTHER,
  voidCommands,
} from '#server/features/standing/voids.ts'
import { APPLIED, type Applying, type CommandOf, flagged } from './applying.ts'
import type { Outcome } from './command-record.ts'
import { compareGoods } from './compare-goods.ts'
import { lockNamedOrder } from './lock-named-order.ts'
import { settleGiven } from './settle-given.ts'

/**
 * An order was handed over: a fact, whatever the desk did meanwhile. Where the goods that went out
 * are not what the order has, the farmer decides what becomes of it.
 */
export async function applyGive(
  tx: Db,
  emit: Emit,
  { command, day, happenedAt, at }: Applying<CommandOf<'give'>>,
): Promise<Outcome> {
  const found = await lockNamedOrder(tx, command.order, at)
  if ('aside' in found) return found.aside
  const { order } = found
  const orderId = order.id
  if (await isVoid(tx, command.id, `give/${orderId}`)) return { ...APPLIED, orderId }
  const message = (await noShowWarning(tx, order, day)) ?? (await warningOf(tx, found, command))
  const isRepeat = order.collected_at !== null
  await settleGiven(tx, emit, order, {
    ...{ isGiven: true, isDelivered: true },
    ...{ at: happenedAt, now: at },
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
    return `#${order.id} was handed over, but it was cancelled${money}.`
  }
  const differences = await compareGoods(tx, order.id, items)
  return differences.length > 0
    ? `#${order.id} was changed, but it was handed over as before: ${differences.join(', ')}.`
    : null
}

/** The order is handed over still where a give stands that the phone did not know of. */
export async function applyTakeBack(
  tx: Db,
  emit: Emit,
  { command, happenedAt, at }: Applying<CommandOf<'take-back'>>,
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
 * What the farmer had decided when a give arrives of an order that nobody had come for, on the day of the give or,
 * where it was kept, on its own; null where nothing was, or it was only kept.
 */
async function noShowWarning(
  db: Db,
  { id: orderId, market_day_id: ownDayId }: Pick<OrderRow, 'id' | 'market_day_id'>,
  day: Pick<DayWithPlace, 'id'> | null,
): Promise<string | null> {
  const days = [day?.id, ownDayId].filter((id) => typeof id === 'number')
  if (days.length === 0) return null
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
  return `#${orderId} was handed over at the market, but it looked as if nobody came for it, so it was ${done}.`
}
