import type { NoShowDraft } from '#contract/market/no-shows.ts'
import { ORDER_STATUS } from '#contract/orders/order-status.ts'
import { farmDayOf } from '#contract/time/farm-time.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { type DayWithPlace, findDay } from '#server/features/calendar/find-day.ts'
import { hasLeft, type OrderRow } from '#server/features/checkout/order-record.ts'
import { orderCancelled } from '#server/features/orders/require-order.ts'

export type NoShowPlan = {
  /** The day it was missed on, and the one it moves to. */
  day: DayWithPlace
  to: DayWithPlace | null
  refunded: number
  hasMail: boolean
  notifiesBuyer: boolean
}

const MAX_DAYS = 60

/**
 * The day that an order was not picked up on.
 * @throws Refusal 'order-cancelled', 'change-impossible'
 */
export async function checkIsMissed(db: Db, order: OrderRow, at: Date): Promise<DayWithPlace> {
  const { id, status, market_day_id } = order
  if (status === 'cancelled') throw orderCancelled(id)
  if (hasLeft(order) || !ORDER_STATUS[status].isToPack)
    throw new Refusal('change-impossible', `Order #${id} has already left the farm.`)
  const day = market_day_id === null ? null : await findDay(db, market_day_id)
  if (day?.place.kind !== 'pickup' || day.state !== 'open')
    throw new Refusal('change-impossible', `Order #${id} is not waiting at a market or a store.`)
  if (day.closes_at > at.toISOString())
    throw new Refusal('change-impossible', `Order #${id} can still be picked up today or later.`)
  return day
}

/** @throws Refusal 'invalid' */
export function checkKeepUntil(keepUntil: string, at: Date, timeZone: string): void {
  const today = farmDayOf(at.toISOString(), timeZone)
  const last = today.add({ days: MAX_DAYS }).toString()
  if (keepUntil >= today.toString() && keepUntil <= last) return
  const message = `Please choose a day from today on, at most ${MAX_DAYS} days ahead.`
  throw new Refusal('invalid', message, { field: 'keepUntil' })
}

/** Whether this decision was made. @throws Refusal 'change-impossible' where it was another one */
export async function findDecision(tx: Db, order: OrderRow, draft: NoShowDraft): Promise<boolean> {
  const row = tx.selectFrom('no_shows').selectAll().where('id', '=', draft.id)
  const known = await row.executeTakeFirst()
  if (!known) return false
  const { decision, keepUntil = null, moveTo = null, message } = draft
  const isSame =
    known.order_id === order.id &&
    known.decision === decision &&
    known.keep_until === keepUntil &&
    known.to_day_id === moveTo &&
    known.message === message
  if (isSame) return true
  throw new Refusal(
    'change-impossible',
    'This was already saved as another decision. Please look at the order.',
    { field: 'id' },
  )
}
