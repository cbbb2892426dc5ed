import type { Cents } from '#contract/money.ts'
import type { PlacedOrder } from '#contract/orders.ts'
import { receiptPath } from '#contract/receipt-link.ts'
import { findPaymentOfOrder } from '#server/features/payments/find-payment.ts'
import { paymentStatus } from '#server/features/payments/payment-status.ts'
import { refundedCents } from '#server/features/payments/refund-payment.ts'
import type { Shop } from '#server/shop.ts'

/** What the buyer is told of an order. */
export async function placedOrder(shop: Shop, order: { id: number; receipt_secret: string }): Promise<PlacedOrder> {
  const payment = await findPaymentOfOrder(shop.db, order.id)
  const refunded = payment ? await refundedCents(shop.db, payment.id) : (0 as Cents)
  const money = { captured: payment?.captured_cents ?? (0 as Cents), refunded }
  return {
    id: order.id,
    paymentStatus: paymentStatus({ state: payment?.state ?? 'canceled', ...money }),
    testMode: !payment?.livemode,
    receiptUrl: receiptPath(order.receipt_secret),
  }
}
