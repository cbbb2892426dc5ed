import type { OrderMove } from '#contract/market-day-changes.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { snapshot, write } from '#server/db/write.ts'
import { lockDay } from '#server/features/calendar/capacity.ts'
import { hasRoom } from '#server/features/calendar/choose-day.ts'
import { type DayWithPlace, findDay } from '#server/features/calendar/find-day.ts'
import { hasLeft, type OrderRow } from '#server/features/checkout/order-record.ts'
import { sendDayMailsLater } from '#server/features/mail/send-day-mails.ts'
import type { Shop } from '#server/shop.ts'
import { checkZone, moveOrder, wasMoved } from './move-order.ts'
import { checkTarget } from './plan-closing.ts'
import { lockOrderAndPayment, noSuchOrder } from './require-order.ts'

type MoveRequest = { id: string; moveTo: number; message: string }

/** What a move would do. @throws Refusal as `moveOneOrder` does */
export function previewMove(shop: Shop, orderId: number, { moveTo }: MoveRequest) {
  return snapshot(shop.db, async (db) => {
    const row = db.selectFrom('orders').selectAll().where('id', '=', orderId)
    const order = (await row.executeTakeFirst()) ?? noSuchOrder(orderId)
    return showMove(shop, order, await findTarget(db, order, moveTo, shop.now()))
  })
}

/**
 * Moves one order to another market day by the farm's own act, and gives it its first day where it
 * has none; the same request again is the same move.
 * @throws Refusal 'not-found', 'invalid', 'order-cancelled', 'changed-meanwhile', 'delivery-not-here'
 */
export async function moveOneOrder(
  shop: Shop,
  orderId: number,
  request: MoveRequest & { revision: number },
): Promise<OrderMove> {
  const at = shop.now()
  const { id: operation, moveTo, message, revision } = request
  const answer = await write(shop.db, async (tx, emit) => {
    const { order } = await lockOrderAndPayment(tx, orderId, at)
    if (await wasMoved(tx, orderId, operation)) return { ...showMove(shop, order), isMoved: true }
    await lockDays(tx, order, moveTo)
    const to = await findTarget(tx, order, moveTo, at)
    const from = order.market_day_id === null ? null : await findDay(tx, order.market_day_id)
    const shown = showMove(shop, order, to)
    const { tellsBuyer } = shown
    const move = { orderId, from, to, revision, operation, message, tellsBuyer, at }
    const isMoved = await moveOrder(tx, emit, move)
    emit({ kind: 'days' })
    return { ...shown, isMoved, revision: revision + 1 }
  })
  sendDayMailsLater(shop)
  return answer
}

/** Nobody closes them meanwhile; in the order of their numbers, as everybody locks them. */
export async function lockDays(tx: Db, order: OrderRow, moveTo: number): Promise<void> {
  const days = [order.market_day_id ?? moveTo, moveTo].sort((one, other) => one - other)
  for (const id of new Set(days)) await lockDay(tx, id)
}

async function findTarget(
  db: Db,
  order: OrderRow,
  moveTo: number,
  at: Date,
): Promise<DayWithPlace> {
  if (order.status === 'cancelled')
    throw new Refusal('order-cancelled', `Order #${order.id} was cancelled.`)
  if (hasLeft(order))
    throw new Refusal('invalid', `Order #${order.id} has already left the farm.`, {
      field: 'moveTo',
    })
  const kind = order.delivery_method === 'pickup' ? 'pickup' : 'delivery'
  const to = await findDay(db, moveTo)
  checkTarget({ dayId: order.market_day_id, kind }, to, at)
  checkZone(order, to)
  return to
}

function showMove({ mail }: Shop, order: OrderRow, to?: DayWithPlace): OrderMove {
  return {
    isMoved: false,
    revision: order.revision,
    most: to && !hasRoom(to) ? to.taken + 1 : null,
    tellsBuyer: mail !== null && order.customer_email !== '',
  }
}
