import { type Cents, cents } from '#contract/money/money.ts'
import type { ChangeDraft } from '#contract/orders/order-changes.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { type DayWithPlace, findDay } from '#server/features/calendar/choose-day.ts'
import { hasLeft, listOrderLines, type OrderRow } from '#server/features/checkout/order-record.ts'
import type { PaymentRow } from '#server/features/checkout/payment-record.ts'
import { refundableCents } from '#server/features/checkout/send-refunds.ts'
import { checkZone } from './move-order.ts'
import { listOffers } from './offers.ts'
import { type PlannedChange, planChange } from './plan-change.ts'
import { checkTarget } from './plan-closing.ts'
import { orderCancelled } from './require-order.ts'

/** `refunded`: to the card. `delivery`: how much the fee falls. `to`: the new day. */
export type Plan = PlannedChange & { refunded: Cents; delivery: number; to: DayWithPlace | null }

/**
 * What a change would do to an order now.
 * @throws Refusal 'order-cancelled', 'change-impossible', 'product-gone', 'invalid',
 * 'delivery-not-here', 'not-now'
 */
export async function planFor(
  db: Db,
  order: OrderRow,
  payment: PaymentRow | null,
  { lines, moveTo }: ChangeDraft,
  at: Date,
): Promise<Plan> {
  checkMayChange(order, payment)
  const to = moveTo ? await findNewDay(db, order, moveTo, at) : null
  if (lines.length === 0 && !to)
    throw new Refusal('change-impossible', 'Please change something first.')
  const becomesPickup = order.delivery_method === 'shipping' && to?.place.kind === 'pickup'
  const delivery = becomesPickup ? 0 - order.delivery_cents : 0
  const ids = lines.filter(({ units }) => units > 0).map(({ productId }) => productId)
  const [standing, offers] = [await listOrderLines(db, order.id), await listOffers(db, ids)]
  const planned = planChange(lines, { standing, offers, delivery })
  const left = payment?.state === 'captured' ? await refundableCents(db, payment) : 0
  return { ...planned, refunded: cents(Math.min(0 - planned.delta, left)), delivery, to }
}

/** As for a move; a delivery may also become a pickup. @throws Refusal 'invalid' */
export async function findNewDay(
  db: Db,
  order: OrderRow,
  id: number,
  at: Date,
): Promise<DayWithPlace> {
  const to = await findDay(db, id)
  const kind = order.delivery_method === 'pickup' ? 'pickup' : to?.place.kind
  checkTarget({ dayId: order.market_day_id, kind: kind ?? 'delivery' }, to, at)
  checkZone(order, to)
  return to
}

/** @throws Refusal 'order-cancelled', 'change-impossible', 'not-now' */
function checkMayChange(order: OrderRow, payment: PaymentRow | null): void {
  if (order.status === 'cancelled') throw orderCancelled(order.id)
  if (hasLeft(order))
    throw new Refusal(
      'change-impossible',
      `Order #${order.id} has already left the farm. You can still refund a part of it.`,
    )
  if (payment?.state === 'capturing' || payment?.state === 'canceling')
    throw new Refusal('not-now', 'Its payment is on its way. Please try again in a minute.', {
      retryAfter: 60,
    })
}
