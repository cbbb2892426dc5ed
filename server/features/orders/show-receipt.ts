import { times, toCents, toDollars } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { isReceiptSecret } from '#contract/receipt-link.ts'
import type { Receipt } from '#contract/receipts.ts'
import { Refusal } from '#server/core/refusal.ts'
import type { Db } from '#server/db/tables.ts'
import { mayCancelUntil } from './may-cancel.ts'
import { findOrderOfReceipt } from './order-queries.ts'

/**
 * The receipt that a secret opens, with the order's state of this moment; null for any other text.
 * Never found by the order's number.
 */
export async function showReceipt(db: Db, secret: string): Promise<Receipt | null> {
  const found = isReceiptSecret(secret) ? await findOrderOfReceipt(db, secret) : null
  if (!found) return null
  const { order, row } = found
  const cancelUntil = mayCancelUntil(row)
  return {
    id: order.id,
    createdAt: order.createdAt,
    status: order.status,
    paymentStatus: order.paymentStatus,
    testMode: order.testMode,
    items: order.items.map(receiptLine),
    subtotal: order.subtotal,
    deliveryFee: order.deliveryFee,
    total: order.total,
    refunded: toDollars(found.refunded),
    ...(cancelUntil ? { mayCancelUntil: cancelUntil } : {}),
    deliveryMethod: order.deliveryMethod,
    pickupLocation: order.pickupLocation,
    pickupDate: order.pickupDate,
    shippingAddress: order.shippingAddress,
    customerName: order.customerName,
    notes: order.notes,
  }
}

export async function requireReceipt(db: Db, secret: string): Promise<Receipt> {
  return (await showReceipt(db, secret)) ?? noSuchReceipt()
}

export function noSuchReceipt(): never {
  throw new Refusal('not-found', 'There is no receipt at this address.')
}

function receiptLine({
  name,
  quantity,
  standing,
  price,
}: Order['items'][number]): Receipt['items'][number] {
  return { name, quantity, standing, price, lineTotal: toDollars(times(toCents(price), quantity)) }
}
