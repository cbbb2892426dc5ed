import type { PaymentStatus } from '#contract/orders.ts'
import { hourlyKey } from '#server/features/payments/ask-again.ts'
import { findPayment, type PaymentRow } from '#server/features/payments/find-payment.ts'
import { providerOf } from '#server/features/payments/provider-of.ts'
import { settleRefunds } from '#server/features/payments/send-refunds.ts'
import { voidPayment } from '#server/features/payments/void-payment.ts'
import { Refusal } from '#server/http/errors.ts'
import type { Shop } from '#server/shop.ts'
import { checkIntent } from './check-intent.ts'
import { completePayment, quotedFor } from './complete-payment.ts'
import { LOOK_AGAIN } from './look-again.ts'
import { settleCapture } from './settle-capture.ts'

/**
 * Moves a payment on from what its provider says now, for whoever noticed that something happened: a hold with a basket becomes its
 * order, a hold that is gone ends the payment, a capture is finished, refunds are brought up to date. A hold without a basket is
 * left to its buyer. However often and in whatever order it is called, the outcome is the same.
 * @throws Error when the provider gives no clear answer; nothing is lost then, and another call goes on
 */
export async function followPayment(shop: Shop, paymentId: string): Promise<void> {
  const payment = await findPayment(shop.db, paymentId)
  if (payment?.state === 'canceling') return voidPayment(shop, payment.id)
  if (!payment?.intent_id) return
  if (payment.state === 'open') return followOpen(shop, payment, payment.intent_id)
  if (payment.state === 'capturing')
    return withoutRefusal(async () => requireClear(payment, await settleCapture(shop, payment.id)))
  if (payment.state === 'canceled') return releaseForgotten(shop, payment, payment.intent_id)
  if (payment.state === 'captured') return settleRefunds(shop, payment, payment.intent_id)
}

async function followOpen(shop: Shop, payment: PaymentRow, intentId: string): Promise<void> {
  const intent = await providerOf(shop, payment).retrieve(intentId)
  const wanted = quotedFor(payment)
  await withoutRefusal(async () => {
    await checkIntent(shop, payment, intent)
    // Without a basket it waits for its buyer; who moved it meanwhile goes on with it.
    const placed = wanted ? await completePayment(shop, payment, { ...wanted, heldAt: intent.heldAt }) : LOOK_AGAIN
    if (placed !== LOOK_AGAIN) requireClear(payment, placed.paymentStatus)
  })
}

/** The order stands either way; but whoever told of the payment must tell again. */
function requireClear(payment: PaymentRow, status: PaymentStatus): void {
  if (status === 'authorized') throw new Error(`The capture of payment ${payment.id} has no clear answer yet.`)
}

/** A refusal is stored with the payment, and its buyer reads it when he asks; there is nobody to tell here. */
async function withoutRefusal(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** A payment that is over holds no money, whatever happened to it at the provider since. */
async function releaseForgotten(shop: Shop, payment: PaymentRow, intentId: string): Promise<void> {
  const provider = providerOf(shop, payment)
  const intent = await provider.retrieve(intentId)
  if (intent.status === 'requires_capture')
    await provider.cancel(intentId, hourlyKey(`release:${payment.id}:over`, shop.now()))
  if (intent.status === 'succeeded')
    shop.report('take no money', new Error(`Payment ${payment.id} is over and captured.`))
}
