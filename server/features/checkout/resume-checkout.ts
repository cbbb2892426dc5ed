import type { PlacedOrder } from '#contract/orders.ts'
import type { RefusalCode } from '#contract/refusal.ts'
import { findPaymentOfCheckout } from '#server/features/payments/find-payment.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Shop } from '#server/shop.ts'
import { NOT_PAID } from './check-intent.ts'
import { followPayment } from './follow-payment.ts'
import { orderOfCheckout } from './place-order.ts'

/**
 * Goes on with a cart whose buyer was sent to a page of his bank's and comes back: what its payment was begun for becomes the order.
 * Null: nothing is held. @throws Refusal why it could not become one
 */
export async function resumeCheckout(shop: Shop, checkoutKey: string): Promise<PlacedOrder | null> {
  const payment = await findPaymentOfCheckout(shop.db, checkoutKey)
  if (payment && !payment.order_id && !payment.error_code) await follow(shop, payment.id)
  const order = await orderOfCheckout(shop, checkoutKey)
  if (order) return order
  const ended = await findPaymentOfCheckout(shop.db, checkoutKey)
  if (ended?.error_code) throw new Refusal(ended.error_code as RefusalCode, ended.error_message ?? NOT_PAID)
  return null
}

/** An order whose capture has no clear answer stands all the same. */
async function follow(shop: Shop, paymentId: string): Promise<void> {
  try {
    await followPayment(shop, paymentId)
  } catch (error) {
    shop.report('resume a checkout', error)
  }
}
