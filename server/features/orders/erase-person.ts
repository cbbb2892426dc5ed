import { formatDate } from '#contract/date-format.ts'
import type { OrderDetail } from '#contract/desk-orders.ts'
import { farmDayOf } from '#contract/farm-time.ts'
import { ORDER_STATUS } from '#contract/order-status.ts'
import { recordChange } from '#server/core/audit.ts'
import { Refusal } from '#server/core/refusal.ts'
import { writeErasedList } from '#server/db/erased-list.ts'
import type { Db } from '#server/db/tables.ts'
import { type Emit, write } from '#server/db/write.ts'
import { lockOrder, type OrderRow } from '#server/features/checkout/order-record.ts'
import type { PaymentRow } from '#server/features/checkout/payment-record.ts'
import { lockPaymentOfOrder } from '#server/features/checkout/payment-record.ts'
import type { Shop } from '#server/shop.ts'
import { erasePerson } from './erase-queries.ts'
import { showOrder } from './show-order.ts'

/** After the money was taken, its buyer can take it back at the bank, and the farm must say who ordered: so many days. */
const MAX_DISPUTE_DAYS = 180

const DAY = 24 * 60 * 60_000

/** Erases the person of an order, once; done twice, it is done. @throws Refusal 'not-found', 'person-needed' */
export async function eraseOrderPerson(shop: Shop, id: number): Promise<OrderDetail> {
  await write(shop.db, async (tx, emit) => {
    const why = await eraseInside(tx, emit, { id, at: shop.now() })
    if (why) throw new Refusal('person-needed', why)
  })
  await shop.later('keep the list of who was erased', () => writeErasedList(shop.db, shop.backups.folder))
  return showOrder(shop.db, id)
}

/** The same, and instead of a refusal it answers why not; null when it is done. @throws Refusal 'not-found' */
export async function eraseInside(tx: Db, emit: Emit, { id, at }: { id: number; at: Date }): Promise<string | null> {
  const payment = await lockPaymentOfOrder(tx, id, at)
  const order = await lockOrder(tx, id)
  if (!order) throw new Refusal('not-found', `There is no order #${id}.`)
  if (order.customer_email === '') return null
  const why = whyGoodsNeedIt(order, at) ?? (await whyMoneyNeedsIt(tx, order, payment, at))
  if (why) return why
  await erasePerson(tx, id, at.toISOString())
  await recordChange(tx, { action: 'erased', subject: `order:${id}`, before: null, after: null }, at)
  emit({ kind: 'orders', orderId: id })
  return null
}

function whyGoodsNeedIt({ pickup_date, delivery_method, status }: OrderRow, at: Date): string | null {
  if (pickup_date !== null && pickup_date >= farmDayOf(at.toISOString()).toString())
    return 'This order’s market day is not over yet.'
  if (delivery_method === 'shipping' && !ORDER_STATUS[status].isOver) return 'This order has not been delivered yet.'
  return null
}

async function whyMoneyNeedsIt(tx: Db, order: OrderRow, payment: PaymentRow | null, at: Date): Promise<string | null> {
  if (order.disputed_at) return 'The customer disputed this charge with their bank, and that is not settled yet.'
  if (!payment) return null
  const refunds = tx.selectFrom('refunds').select('id').where('payment_id', '=', payment.id)
  const waiting = await refunds.where('state', 'in', ['requested', 'pending']).limit(1).executeTakeFirst()
  if (waiting || payment.state === 'capturing' || payment.state === 'canceling')
    return 'Money for this order is still on its way.'
  if (payment.state !== 'captured') return null
  const until = new Date(Date.parse(payment.captured_at ?? payment.created_at) + MAX_DISPUTE_DAYS * DAY)
  if (at >= until) return null
  const day = formatDate(until.toISOString())
  return `Until ${day} the customer can dispute this charge with their bank, and the bank will ask you who ordered.`
}
