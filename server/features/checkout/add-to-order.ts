import type { OrderData } from '#contract/orders/orders.ts'
import { formatLongDay } from '#contract/time/date-format.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { QuotedDay } from '#server/db/tables.ts'
import type { Db } from '#server/db/write.ts'
import {
  chooseDay,
  type DayOptions,
  findDay,
  quotedDay,
} from '#server/features/calendar/choose-day.ts'
import { hasLeft, lockOrder, type OrderRow } from './order-record.ts'
import { requireOrderOfBuyer } from './own-receipt.ts'

type Adding = Pick<OrderData, 'customerEmail' | 'addTo' | 'day' | 'pickupLocation'>

/**
 * The order that a basket is added to, found by its receipt's secret and email; null for an order
 * of its own. `lock` holds it unchanged until the transaction ends.
 * @throws Refusal 'not-found', 'order-cancelled', 'change-impossible'
 */
export async function findFirstOrder(
  db: Db,
  { addTo, customerEmail }: Adding,
  { lock }: { lock: boolean },
): Promise<OrderRow | null> {
  if (addTo === undefined) return null
  const found = await requireOrderOfBuyer(db, { secret: addTo, email: customerEmail })
  const order = lock ? await lockOrder(db, found.id) : found
  if (order) requireStanding(order)
  return order
}

/** @throws Refusal 'order-cancelled', 'change-impossible' */
export function requireStanding(order: OrderRow, field?: { field: string }): void {
  const { id } = order
  if (order.status === 'cancelled')
    throw new Refusal('order-cancelled', `Order #${id} was canceled.`, field)
  if (hasLeft(order))
    throw new Refusal('change-impossible', `Order #${id} has left the farm already.`, field)
}

/**
 * The day of the order that goods are added to, while orders for it are taken. Its box is already
 * there, so a full day has room.
 * @throws Refusal 'paused', 'day-closed', 'place-closed', 'sold-out'
 */
export async function chooseDayOf(
  db: Db,
  first: OrderRow,
  claimed: Adding,
  at: Date,
  options: Omit<DayOptions, 'joins'>,
): Promise<QuotedDay | null> {
  const { market_day_id: joins, pickup_location: pickupLocation } = first
  const its = joins === null ? null : await findDay(db, joins)
  const day = its?.day ?? null
  const isSame = (claimed.day ?? day) === day && claimed.pickupLocation === pickupLocation
  const { delivery_method: deliveryMethod, shipping_address: shippingAddress } = first
  const request = { deliveryMethod, pickupLocation, shippingAddress, day }
  const { marketDay } = await chooseDay(db, request, at, { ...options, joins })
  if (isSame && (marketDay?.id ?? null) === joins) return quotedDay(marketDay)
  const when = its ? ` for ${formatLongDay(its.day)}, ${its.place.name}` : ' without a day'
  const message = `Order #${first.id} is${when} now. Please open its link again.`
  throw new Refusal('day-closed', message)
}

/** What an addition has of the order it is added to: the buyer, the way, the day and the box. */
export async function sharedWith(db: Db, first: OrderRow) {
  const { customer_name, customer_email, customer_phone, delivery_method, pickup_name } = first
  const { pickup_location, pickup_date, market_day_id, order_until, shipping_address } = first
  const root = await db
    .selectFrom('orders')
    .select(['id', 'status', 'market_day_id'])
    .where('id', '=', first.packed_with)
    .executeTakeFirst()
  const isTogether = root?.status !== 'cancelled' && root?.market_day_id === market_day_id
  return {
    customer_name,
    customer_email,
    customer_phone,
    delivery_method,
    pickup_name,
    pickup_location,
    pickup_date,
    market_day_id,
    order_until,
    packed_with: root && isTogether ? root.id : first.id,
    added_to: first.added_to ?? first.id,
    shipping_address: shipping_address && JSON.stringify(shipping_address),
  }
}
