import { z } from 'zod/mini'
import { mapLink } from '#contract/calendar/map-link.ts'
import { maskMailAddress } from '#contract/mail/mail-address.ts'
import { cents, times, toCents, toDollars } from '#contract/money/money.ts'
import { dollarsOf } from '#contract/money/plain-dollars.ts'
import type { Order } from '#contract/orders/orders.ts'
import { isReceiptSecret } from '#contract/orders/receipt-link.ts'
import { orderOfReceipt, type Receipt } from '#contract/orders/receipts.ts'
import { noSuch } from '#server/core/refusal.ts'
import type { Db } from '#server/db/write.ts'
import { findPause } from '#server/features/calendar/pause-orders.ts'
import { readDestination, takesOrders } from '#server/features/calendar/read-destinations.ts'
import { listOrderLines, type OrderRow } from '#server/features/checkout/order-record.ts'
import { findConfirmation } from '#server/features/mail/mail-queries.ts'
import {
  dueAndKept,
  refundedOf,
  selectMoney,
} from '#server/features/order-balance/order-balance.ts'
import { type BuyerMay, buyerMay } from './change-by-link.ts'
import { findWithRow } from './order-queries.ts'
import { showChanges } from './show-order.ts'

/** The order as it stands now; null for an invalid secret. Never looked up by order number. */
export async function showReceipt(db: Db, secret: string, at: Date): Promise<Receipt | null> {
  if (!isReceiptSecret(secret)) return null
  const found = await findWithRow(db, { 'orders.receipt_secret': secret })
  if (!found) return null
  const { order, row } = found
  const changes = await showChanges(db, row)
  const sameBox = await listSameBox(db, row)
  const { cancelUntil, changeUntil, ...where } = await whereAndWhen(db, found, at)
  return {
    ...z.parse(orderOfReceipt, order),
    items: order.items.map(receiptLine),
    categories: await listCategories(db, order.id),
    refunded: toDollars(refundedOf(row)),
    ...(sameBox.length > 0 ? { sameBox } : {}),
    ...(changes.length > 0 ? { changes } : {}),
    ...(cancelUntil ? { mayCancelUntil: cancelUntil } : {}),
    ...(changeUntil ? { mayChange: await showMayChange(db, row, changeUntil) } : {}),
    ...where,
    ...(row.if_short ? { ifShort: row.if_short } : {}),
    ...(row.collected_at === null ? {} : { isHandedOver: true as const }),
    confirmation: await readConfirmation(db, row),
  }
}

/** Only the same buyer's orders: a packer may put a neighbor's order into the box. */
async function listSameBox(db: Db, own: OrderRow): Promise<NonNullable<Receipt['sameBox']>> {
  if (own.status === 'cancelled') return []
  const root = own.packed_with ?? own.id
  const rows = await selectMoney(db)
    .select(['orders.id', 'orders.customer_email', 'orders.customer_phone'])
    .select('orders.market_day_id')
    .where((row) => row.or([row('orders.id', '=', root), row('orders.packed_with', '=', root)]))
    .where('orders.id', '<>', own.id)
    .where('orders.status', '<>', 'cancelled')
    .orderBy('orders.id')
    .execute()
  return rows
    .filter(
      (row) =>
        row.market_day_id === own.market_day_id &&
        row.customer_email.toLowerCase() === own.customer_email.toLowerCase() &&
        row.customer_phone === own.customer_phone,
    )
    .map((row) => ({ id: row.id, due: toDollars(cents(dueAndKept(row).due)) }))
}

async function whereAndWhen(
  db: Db,
  { order: { paymentStatus }, row: order }: { order: Order; row: OrderRow },
  at: Date,
): Promise<Pick<Receipt, 'place' | 'marketDay'> & BuyerMay> {
  const { place, day } = await readDestination(db, order)
  const isCapturing = paymentStatus === 'authorized'
  const isOpen = takesOrders({ place, day }, at.toISOString()) && (await findPause(db, at)) === null
  return {
    ...(await buyerMay(db, { order, isCapturing, day })),
    place: place && {
      name: place.name,
      address: place.address,
      mapUrl: mapLink(place.map_url, place.address),
      note: place.note,
    },
    marketDay: day && {
      day: day.day,
      opens: day.opens,
      closes: day.closes,
      opensAt: day.opens_at,
      orderUntil: day.order_until,
      isClosed: day.state === 'closed',
      placeKey: day.place.key,
      takesOrders: isOpen,
    },
  }
}

async function listCategories(db: Db, orderId: number): Promise<string[]> {
  const its = db.selectFrom('order_items').select('category').where('order_id', '=', orderId)
  return (await its.distinct().orderBy('category').execute()).map(({ category }) => category)
}

async function showMayChange(db: Db, { id, revision }: OrderRow, until: string) {
  const lines = (await listOrderLines(db, id)).map(({ quantity, cents: worth, ...line }) => {
    return { ...line, units: quantity, amount: dollarsOf(worth) }
  })
  return { until, revision, lines }
}

async function readConfirmation(
  db: Db,
  { id, customer_email }: OrderRow,
): Promise<Receipt['confirmation']> {
  if (customer_email === '') return null
  const mail = await findConfirmation(db, id)
  const state = mail?.sent_at ? 'sent' : mail?.given_up_at ? 'failed' : 'waiting'
  return { to: maskMailAddress(customer_email), state }
}

export async function requireReceipt(db: Db, secret: string, at: Date): Promise<Receipt> {
  return (await showReceipt(db, secret, at)) ?? noSuchReceipt()
}

export function noSuchReceipt(): never {
  return noSuch('receipt at this address')
}

function receiptLine(item: Order['items'][number]): Receipt['items'][number] {
  const { returned: _, ...line } = item
  return { ...line, lineTotal: toDollars(times(toCents(item.price), item.quantity)) }
}
