import type { IntentOrder } from '#server/outside/payment-provider.ts'
import type { PaymentRow } from './find-payment.ts'

/** What the provider is asked for: built from the stored payment alone, so that a repeat under the same key is the same call. */
export function intentOrder(
  shopId: string,
  payment: Pick<PaymentRow, 'id' | 'amount_cents' | 'method_ref'>,
): IntentOrder {
  return { amount: payment.amount_cents, method: payment.method_ref, metadata: { shop: shopId, payment: payment.id } }
}
