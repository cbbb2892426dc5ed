import { sql } from 'kysely'
import { coversZip, type PickupLocation } from '#contract/calendar/delivery.ts'
import { DAY } from '#contract/time/durations.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db, Emit } from '#server/db/write.ts'
import type { DayWithPlace } from '#server/features/calendar/choose-day.ts'
import { lockDay, recountRoom } from '#server/features/calendar/day-room.ts'
import type { OrderRow } from '#server/features/checkout/order-record.ts'
import { queueMails } from '#server/features/mail/outbox.ts'
import { noteCalls } from './calls.ts'
import { lockOrderAndPayment, requireRevision } from './order-queries.ts'

type Move = {
  orderId: number
  /** Null for an order that has no day yet. */
  from: DayWithPlace | null
  to: DayWithPlace
  revision: number
  operation: string
  message: string
  isTold: boolean
  hasMail: boolean
  at: Date
}

/**
 * Moves an order to another market day on the farm's behalf: makes room there and lets the buyer
 * cancel for a day. Does nothing if the order has another day meanwhile, or was canceled.
 * @throws Refusal 'not-found', 'changed-meanwhile', 'delivery-not-here'
 */
export async function moveOrder(tx: Db, emit: Emit, move: Move): Promise<void> {
  const { orderId: id, from, to, at } = move
  const { order } = await lockOrderAndPayment(tx, id, at)
  if (order.market_day_id !== (from?.id ?? null) || order.status === 'cancelled') return
  requireRevision(order, move.revision)
  checkZone(order, to)
  await setDay(tx, order, to, at)
  const [before, after] = [
    from && dayForHistory(from),
    { ...dayForHistory(to), operation: move.operation },
  ]
  await recordChange(tx, { action: 'moved', subject: `order:${id}`, before, after }, at)
  if (move.isTold) await tellBuyer(tx, order, move)
  emit({ kind: 'orders', orderId: id })
}

/** Takes room and raises the revision. A delivery becomes a pickup if the day is one. */
export async function setDay(tx: Db, order: OrderRow, to: DayWithPlace, at: Date): Promise<void> {
  const key = sql<PickupLocation>`(select key from places where id = ${to.place_id})`
  const pickup = { pickup_location: key, pickup_date: to.day }
  const method = { delivery_method: 'pickup', shipping_address: null } as const
  await tx
    .updateTable('orders')
    .set({ market_day_id: to.id, settled_at: null, revision: sql`revision + 1` })
    .set({ cancel_until: cancelUntil(to, at) })
    .set(to.place.kind === 'pickup' ? { ...pickup, ...method } : {})
    .where('id', '=', order.id)
    .execute()
  await tx.deleteFrom('told_times').where('order_id', '=', order.id).execute()
  // Daily limits are counted with the order's row, so their locks come first.
  for (const id of inOrder([order.market_day_id ?? to.id, to.id])) await recountRoom(tx, id)
}

/** Keeps both days from closing. */
export async function lockDays(tx: Db, order: OrderRow, moveTo: number): Promise<void> {
  for (const id of inOrder([order.market_day_id ?? moveTo, moveTo])) await lockDay(tx, id)
}

/** As all code locks rows. */
export const inOrder = (ids: readonly number[]) =>
  [...new Set(ids)].toSorted((one, other) => one - other)

export function checkZone({ id, shipping_address: to }: OrderRow, { place }: DayWithPlace): void {
  if (!to || place.kind === 'pickup' || coversZip(place, to.zipCode)) return
  throw new Refusal(
    'delivery-not-here',
    `Order #${id} goes to ZIP code ${to.zipCode}, which ${place.name} does not cover.`,
  )
}

function cancelUntil({ opens_at }: DayWithPlace, at: Date): string {
  const inADay = new Date(at.getTime() + DAY).toISOString()
  return inADay < opens_at ? inADay : opens_at
}

function dayForHistory({ day, place }: DayWithPlace) {
  return { day, place: place.name }
}

async function tellBuyer(
  tx: Db,
  order: OrderRow,
  { to, operation: about, message, hasMail, at }: Move,
): Promise<void> {
  const kind = 'moved'
  const [order_id, market_day_id, recipient] = [order.id, to.id, order.customer_email]
  if (!hasMail || recipient === '')
    return noteCalls(tx, [order_id], { about, kind, market_day_id, message }, at)
  const what = { kind, about, market_day_id } as const
  await queueMails(tx, [{ ...what, order_id, message, recipient, not_after: to.closes_at }], at)
}
