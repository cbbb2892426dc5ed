import type { Db } from '#server/db/tables.ts'
import { queueNotKept } from '#server/features/mail/queue-mail.ts'
import type { PaymentRow } from '#server/features/payments/find-payment.ts'
import type { Refusal } from '#server/http/errors.ts'

/**
 * Tells of a payment whose hold stood and that became no order: the buyer by mail, the farmer at the desk; in the transaction that
 * ends the payment. For endings that nobody hears of otherwise: a buyer whose own call is refused reads why in its answer.
 */
export async function tellNotKept(tx: Db, payment: PaymentRow, refusal: Refusal, at: Date): Promise<void> {
  if (!payment.basket) return
  const { customerName, customerEmail, customerPhone } = payment.basket.orderData
  await tx
    .insertInto('missed_orders')
    .values({
      payment_id: payment.id,
      customer_name: customerName,
      customer_phone: customerPhone,
      total_cents: payment.amount_cents,
      reason: refusal.message,
      at: at.toISOString(),
    })
    .onConflict((exists) => exists.doNothing())
    .execute()
  await queueNotKept(tx, { paymentId: payment.id, recipient: customerEmail }, at)
}
